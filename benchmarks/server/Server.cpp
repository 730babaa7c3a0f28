// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
#include "Server.h"

#include <algorithm>
#include <exception>
#include <iomanip>
#include <iostream>
#include <sstream>
#include <thread>

namespace {
class Server {
public:
  explicit Server(const std::vector<NamedCase> &cases) : cases(cases) {}

  /// The reply to one request, without the end of the line.
  std::string answer(const std::string &request) {
    std::istringstream words(request);
    std::string verb, name;
    int calls = 0;
    words >> verb;
    if (verb == "start" && words >> name)
      return start(name);
    if (!current)
      return "error no case is started";
    if (verb == "run" && words >> calls && calls > 0)
      return run(calls);
    if (verb == "values")
      return values();
    return "error unknown request '" + request + "'";
  }

private:
  std::string start(const std::string &name) {
    current.reset(); // before the next one takes memory
    for (const NamedCase &candidate : cases)
      if (candidate.name == name)
        current = candidate.make();
    return current ? "ok" : "error has no case '" + name + "'";
  }

  std::string run(int calls) {
    using Clock = std::chrono::steady_clock;
    Clock::duration time = {};
    const std::chrono::milliseconds rest = current->restBeforeCall();
    if (rest.count() == 0) {
      Clock::time_point begin = Clock::now();
      for (int call = 0; call < calls; ++call)
        current->call();
      if (current->finishCounts())
        current->finish();
      time = Clock::now() - begin;
    } else {
      for (int call = 0; call < calls; ++call) {
        std::this_thread::sleep_for(rest);
        Clock::time_point begin = Clock::now();
        current->call();
        current->finish();
        time += Clock::now() - begin;
      }
    }
    current->finish();
    return ok({std::chrono::duration<double>(time).count() / calls});
  }

  std::string values() const { return ok(current->values()); }

  static std::string ok(const std::vector<double> &numbers) {
    std::ostringstream reply;
    reply << "ok" << std::setprecision(17);
    for (double number : numbers)
      reply << ' ' << number;
    return reply.str();
  }

  const std::vector<NamedCase> &cases;
  std::unique_ptr<Case> current;
};
} // namespace

int serve(const std::string &introduction, const std::vector<NamedCase> &cases) {
  std::cout << "ok " << introduction << std::endl;
  Server server(cases);
  for (std::string request; std::getline(std::cin, request);) {
    std::string reply;
    try {
      reply = server.answer(request);
    } catch (const std::exception &failure) {
      reply = std::string("error ") + failure.what();
      std::replace(reply.begin(), reply.end(), '\n', ' ');
    }
    std::cout << reply << std::endl;
  }
  return 0;
}
