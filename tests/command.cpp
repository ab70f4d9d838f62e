#include "tests/command.hpp"

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cerrno>
#include <system_error>

#include "tests/temporary_folder.hpp"

extern char** environ;

namespace mg {

namespace {

pid_t spawn(const std::vector<std::string>& words, const std::string& in, const std::string& out,
            const std::string& err) {
  posix_spawn_file_actions_t files;
  ::posix_spawn_file_actions_init(&files);
  ::posix_spawn_file_actions_addopen(&files, 0, in.c_str(), O_RDONLY, 0);
  ::posix_spawn_file_actions_addopen(&files, 1, out.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  ::posix_spawn_file_actions_addopen(&files, 2, err.c_str(), O_WRONLY | O_CREAT | O_TRUNC, 0600);
  std::vector<char*> arguments;
  arguments.reserve(words.size() + 1);
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  pid_t process = -1;
  const int error = ::posix_spawn(&process, words[0].c_str(), &files, nullptr, arguments.data(), environ);
  ::posix_spawn_file_actions_destroy(&files);
  if (error != 0) throw std::system_error(error, std::generic_category(), words[0]);
  return process;
}

}  // namespace

CommandResult run_command(const std::vector<std::string>& words, const std::string& input) {
  const TemporaryFolder folder;
  const std::string in = folder.write("in", input);
  const int status = wait_for(spawn(words, in, folder / "out", folder / "err"));
  return {status, read_file(folder / "out"), read_file(folder / "err")};
}

pid_t start_command(const std::vector<std::string>& words) {
  return spawn(words, "/dev/null", "/dev/null", "/dev/null");
}

int wait_for(pid_t process) {
  int status = 0;
  while (::waitpid(process, &status, 0) < 0) {
    if (errno != EINTR) throw std::system_error(errno, std::generic_category(), "waitpid");
  }
  return WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
}

}  // namespace mg
