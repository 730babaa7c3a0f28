//===- PrivatePath.cpp - Files that are one user's alone ------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Cache/PrivatePath.h"

#include <cerrno>
#include <system_error>
#include <unistd.h>

using namespace qdc;

Status qdc::checkPrivate(const struct stat &status, const std::string &path) {
  if (const uid_t user = ::geteuid(); status.st_uid != user)
    return makeError(ErrorCode::invalidArgument, "'{}' belongs to user {}; it has to belong to user {}, who runs this",
                     path, status.st_uid, user);
  if ((status.st_mode & (S_IWGRP | S_IWOTH)) != 0)
    return makeError(ErrorCode::invalidArgument,
                     "'{}' can be written by others; only its owner may write it, as after 'chmod go-w'", path);
  return {};
}

Status qdc::checkPrivate(const std::string &path) {
  struct stat status;
  if (::stat(path.c_str(), &status) == 0)
    return checkPrivate(status, path);
  if (errno == ENOENT || errno == ENOTDIR)
    return {};
  return makeError(ErrorCode::inputOutput, "cannot look at '{}': {}", path, std::generic_category().message(errno));
}
