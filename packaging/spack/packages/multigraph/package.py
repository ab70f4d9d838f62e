"""Recipe for Spack: `spack repo add packaging/spack`, then `spack dev-build multigraph` in a checkout."""

from spack.package import *


class Multigraph(CMakePackage, CudaPackage):
    """A hybrid dense/sparse frontier runtime for graph analytics on CPUs and NVIDIA GPUs."""

    license("Apache-2.0")

    version("0.1.0")

    depends_on("cxx", type="build")
    depends_on("cmake@3.25:", type="build")
    depends_on("pkgconfig", type="build")
    depends_on("boost@1.74:+iostreams+program_options")
    depends_on("fmt")
    depends_on("nlohmann-json@3.9:")
    depends_on("spdlog")
    depends_on("xxhash")
    depends_on("zlib-api")
    depends_on("expat")
    depends_on("libarchive")
    depends_on("zstd")
    depends_on("cuda@12.4:", when="+cuda")

    # Kernels are compiled for these in advance, and for others where they run.
    conflicts("cuda_arch=70", when="+cuda", msg="MultiGraph needs compute capability 8.0 or newer")

    def cmake_args(self):
        args = [
            self.define_from_variant("MG_CUDA", "cuda"),
            self.define("MG_BUILD_TESTS", self.run_tests),
        ]
        architectures = self.spec.variants["cuda_arch"].value if self.spec.satisfies("+cuda") else ("none",)
        if architectures != ("none",):
            args.append(self.define("MG_KERNEL_ARCHITECTURES", architectures))
        return args
