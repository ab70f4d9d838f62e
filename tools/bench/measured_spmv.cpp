// time_spmv() on an NVIDIA GPU, where there is cuSPARSE's header to build by.
#include "tools/bench/spmv.hpp"

#ifdef MG_CUSPARSE
#include "tools/bench/cusparse_spmv.hpp"
#include "tools/bench/gpu_clock.hpp"
#else
#include "engine/error.hpp"
#endif

namespace mg::tools {

#ifdef MG_CUSPARSE
SpmvReport time_spmv(int device, const SpmvRequest& request) {
  const std::shared_ptr<Device> gpu = open_device(device);
  const GpuClock clock(gpu->info());
  return time_spmv(CuSparse::shared(), gpu, clock, request, index_bits_for(request));
}
#else
SpmvReport time_spmv(int /*device*/, const SpmvRequest& /*request*/) {
  fail(ExitCode::no_resources,
       "MultiGraph was built without cuSPARSE's header: install the CUDA toolkit's cuSPARSE for developers "
       "(cusparse.h), and build MultiGraph again");
}
#endif

}  // namespace mg::tools
