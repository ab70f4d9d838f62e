#include "engine/cuda/kernel_file.hpp"

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>
#include <xxhash.h>

#include <algorithm>
#include <bit>
#include <cerrno>
#include <cstring>
#include <random>
#include <span>
#include <tuple>

#include "engine/error.hpp"

namespace mg {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view magic = "MGKERN\x01\n";
constexpr std::string_view suffix = ".mgk";
constexpr std::uint64_t most_bytes = std::uint64_t{1}
                                     << 28;  // no kernel comes near; keeps a foreign file out of memory

KernelKey digest(std::string_view bytes) {
  const XXH128_hash_t hash = XXH3_128bits(bytes.data(), bytes.size());
  XXH128_canonical_t canonical;
  XXH128_canonicalFromHash(&canonical, hash);
  KernelKey key;
  std::memcpy(key.bytes.data(), canonical.digest, key.bytes.size());
  return key;
}

class Encoder {
 public:
  template <class T>
  void number(T value) {
    static_assert(std::endian::native == std::endian::little);
    bytes_.append(reinterpret_cast<const char*>(&value), sizeof(T));
  }
  void text(std::string_view value) {
    number<std::uint64_t>(value.size());
    bytes_ += value;
  }
  void raw(std::string_view value) { bytes_ += value; }
  [[nodiscard]] std::string take() { return std::move(bytes_); }

 private:
  std::string bytes_;
};

/// Reads what Encoder wrote; `whole` turns false at the first thing that does not fit, and nothing is read after it.
class Decoder {
 public:
  explicit Decoder(std::string_view bytes) : rest_(bytes) {}

  template <class T>
  T number() {
    T value{};
    const std::string_view taken = raw(sizeof(T));
    if (whole_) std::memcpy(&value, taken.data(), sizeof(T));
    return value;
  }
  std::string text() {
    const auto size = number<std::uint64_t>();
    return std::string(raw(size));
  }
  std::string_view raw(std::uint64_t size) {
    whole_ = whole_ && size <= rest_.size();
    if (!whole_) return {};
    const std::string_view taken = rest_.substr(0, size);
    rest_.remove_prefix(size);
    return taken;
  }
  [[nodiscard]] bool done() const { return whole_ && rest_.empty(); }

 private:
  std::string_view rest_;
  bool whole_ = true;
};

/// An open file descriptor.
class Descriptor {
 public:
  explicit Descriptor(int number) : number_(number) {}
  ~Descriptor() {
    if (number_ >= 0) ::close(number_);
  }
  Descriptor(const Descriptor&) = delete;
  Descriptor& operator=(const Descriptor&) = delete;
  [[nodiscard]] int get() const { return number_; }
  [[nodiscard]] bool is_open() const { return number_ >= 0; }

 private:
  int number_;
};

bool write_all(int descriptor, std::string_view bytes) {
  while (!bytes.empty()) {
    const ssize_t wrote = ::write(descriptor, bytes.data(), bytes.size());
    if (wrote < 0 && errno == EINTR) continue;
    if (wrote <= 0) return false;
    bytes.remove_prefix(static_cast<std::size_t>(wrote));
  }
  return true;
}

std::string problem_text(std::string_view action, const fs::path& path, int error) {
  return fmt::format("{} '{}': {}", action, path.string(), std::strerror(error));
}

}  // namespace

std::string KernelKey::text() const {
  std::string text;
  for (const std::uint8_t byte : bytes) text += fmt::format("{:02x}", byte);
  return text;
}

KernelKey hash_texts(const std::vector<std::string_view>& texts) {
  Encoder encoder;
  for (const std::string_view text : texts) encoder.text(text);
  return digest(encoder.take());
}

std::optional<std::string> kernel_file_content(const fs::path& file) {
  const Descriptor descriptor(::open(file.c_str(), O_RDONLY | O_CLOEXEC | O_NONBLOCK));
  struct stat facts {};
  if (!descriptor.is_open() || ::fstat(descriptor.get(), &facts) != 0 || !S_ISREG(facts.st_mode)) return std::nullopt;
  if (static_cast<std::uint64_t>(facts.st_size) > most_bytes) return std::nullopt;
  std::string content(static_cast<std::size_t>(facts.st_size), '\0');
  std::size_t filled = 0;
  while (filled < content.size()) {
    const ssize_t got = ::read(descriptor.get(), content.data() + filled, content.size() - filled);
    if (got < 0 && errno == EINTR) continue;
    if (got <= 0) return std::nullopt;
    filled += static_cast<std::size_t>(got);
  }
  return content;
}

std::string replace_kernel_file(const fs::path& file, std::string_view bytes) {
  const fs::path folder = file.parent_path();
  std::error_code error;
  fs::create_directories(folder, error);
  if (error) return problem_text("cannot create the folder", folder, error.value());
  const fs::path temporary =
      folder / fmt::format(".{}.tmp-{}-{:08x}", file.filename().string(), ::getpid(), std::random_device{}());
  bool whole = false;
  {
    const Descriptor descriptor(::open(temporary.c_str(), O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0644));
    if (!descriptor.is_open()) return problem_text("cannot write to the folder", folder, errno);
    // Not synced: after a crash the checksum tells.
    whole = write_all(descriptor.get(), bytes);
  }
  if (whole && ::rename(temporary.c_str(), file.c_str()) == 0) return {};
  const int reason = errno;
  ::unlink(temporary.c_str());
  return problem_text("cannot write to the folder", folder, reason);
}

std::string encode_kernel(const KernelImage& image, const KernelKey& key) {
  Encoder encoder;
  encoder.raw(magic);
  encoder.raw({reinterpret_cast<const char*>(key.bytes.data()), key.bytes.size()});
  encoder.text(image.agent);
  encoder.text(image.compiler);
  encoder.number<std::int32_t>(image.architecture);
  encoder.number<std::uint32_t>(image.is_ptx ? 1 : 0);
  encoder.number<std::int32_t>(image.registers);
  encoder.number<std::int32_t>(image.spill_bytes);
  encoder.number<std::uint64_t>(image.shared_bytes);
  encoder.number<double>(image.compile_ms);
  encoder.text(image.code);
  std::string bytes = encoder.take();
  const KernelKey checksum = digest(bytes);
  bytes.append(reinterpret_cast<const char*>(checksum.bytes.data()), checksum.bytes.size());
  return bytes;
}

std::optional<KernelImage> decode_kernel(std::string_view bytes, KernelKey& key) {
  if (bytes.size() < magic.size() + 2 * key.bytes.size() || !bytes.starts_with(magic)) return std::nullopt;
  const std::string_view payload = bytes.substr(0, bytes.size() - key.bytes.size());
  if (std::memcmp(digest(payload).bytes.data(), bytes.data() + payload.size(), key.bytes.size()) != 0) {
    return std::nullopt;
  }
  Decoder decoder(payload);
  decoder.raw(magic.size());
  std::memcpy(key.bytes.data(), decoder.raw(key.bytes.size()).data(), key.bytes.size());
  KernelImage image;
  image.agent = decoder.text();
  image.compiler = decoder.text();
  image.architecture = decoder.number<std::int32_t>();
  image.is_ptx = decoder.number<std::uint32_t>() != 0;
  image.registers = decoder.number<std::int32_t>();
  image.spill_bytes = decoder.number<std::int32_t>();
  image.shared_bytes = decoder.number<std::uint64_t>();
  image.compile_ms = decoder.number<double>();
  image.code = decoder.text();
  if (!decoder.done()) return std::nullopt;
  return image;
}

std::optional<KernelKey> encoded_key(std::string_view bytes) {
  KernelKey key;
  if (bytes.size() < magic.size() + key.bytes.size() || !bytes.starts_with(magic)) return std::nullopt;
  std::memcpy(key.bytes.data(), bytes.data() + magic.size(), key.bytes.size());
  return key;
}

std::optional<KernelImage> KernelFolder::read(const KernelKey& key) const {
  if (path_.empty()) return std::nullopt;
  const auto content = kernel_file_content(path_ / (key.text() + std::string(suffix)));
  if (!content) return std::nullopt;
  KernelKey found;
  auto image = decode_kernel(*content, found);
  return image && found == key ? std::move(image) : std::nullopt;
}

std::string KernelFolder::write(const KernelKey& key, const KernelImage& image) const {
  if (path_.empty()) return {};
  return replace_kernel_file(path_ / (key.text() + std::string(suffix)), encode_kernel(image, key));
}

std::vector<KernelFolder::Entry> KernelFolder::list() const {
  std::vector<Entry> entries;
  std::error_code error;
  for (fs::directory_iterator at(path_, error), end; !error && at != end; at.increment(error)) {
    if (at->path().extension() != suffix || at->path().filename().string().starts_with('.')) continue;
    const auto content = kernel_file_content(at->path());
    KernelKey key;
    auto image = content ? decode_kernel(*content, key) : std::nullopt;
    if (!image || key.text() != at->path().stem().string()) continue;
    image->code.clear();
    entries.push_back({at->path(), content->size(), *std::move(image)});
  }
  std::ranges::sort(entries, {}, [](const Entry& entry) {
    return std::tuple(entry.image.agent, entry.image.architecture, entry.file);
  });
  return entries;
}

}  // namespace mg
