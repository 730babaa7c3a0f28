//===- ReservedWords.cpp - Words of C and C++ ---------------------------------===//
//
// SPDX-License-Identifier: Apache-2.0 WITH LLVM-exception
//
//===----------------------------------------------------------------------===//
#include "qdc/Support/ReservedWords.h"

#include <algorithm>
#include <string>

using namespace qdc;

// Lists have a blank before and after each word.

// Keywords of C23 and C++26, with words that have a meaning in some places alone, and namespaces.
static constexpr std::string_view kWords =
    " alignas alignof and and_eq asm atomic_cancel atomic_commit atomic_noexcept auto bitand bitor bool break case "
    "catch char char16_t char32_t char8_t class co_await co_return co_yield compl concept const const_cast consteval "
    "constexpr constinit continue contract_assert decltype default delete do double dynamic_cast else enum explicit "
    "export extern false final float for friend goto if import inline int long module mutable namespace new noexcept "
    "not not_eq nullptr operator or or_eq override private protected public qdrt reflexpr register reinterpret_cast "
    "requires restrict return short signed sizeof static static_assert static_cast std struct switch synchronized "
    "template this thread_local throw true try typedef typeid typename typeof typeof_unqual union unsigned using "
    "virtual void volatile wchar_t while xor xor_eq ";

// Macros of compilers, and of the headers that ReservedWords.h names.
static constexpr std::string_view kMacros =
    " ACCESSPERMS ALLPERMS BUFSIZ BYTE_ORDER CSIGNAL DECIMAL_DIG DEFFILEMODE EOF FAPPEND FASYNC FFSYNC FNDELAY "
    "FNONBLOCK I INFINITY L_ctermid L_cuserid L_tmpnam MAXFLOAT MAX_CANON MAX_HANDLE_SZ MAX_INPUT MINSIGSTKSZ NAN "
    "NFDBITS NGREG NSIG NULL NZERO ONCE_FLAG_INIT PIPE_BUF P_tmpdir R_OK SNAN SNANF SNANF128 SNANF32 SNANF32X SNANF64 "
    "SNANF64X SNANL STDERR_FILENO STDIN_FILENO STDOUT_FILENO TEMP_FAILURE_RETRY TIMESPEC_TO_TIMEVAL "
    "TIMEVAL_TO_TIMESPEC TSS_DTOR_ITERATIONS WCONTINUED WEOF WEXITED WEXITSTATUS WIFCONTINUED WIFEXITED WIFSIGNALED "
    "WIFSTOPPED WNOHANG WNOWAIT WSTOPPED WSTOPSIG WTERMSIG WUNTRACED W_OK X_OK alloca assert assert_perror "
    "atomic_compare_exchange_strong_explicit atomic_compare_exchange_weak_explicit atomic_exchange_explicit "
    "atomic_fetch_add_explicit atomic_fetch_and_explicit atomic_fetch_or_explicit atomic_fetch_sub_explicit "
    "atomic_fetch_xor_explicit atomic_init atomic_load_explicit atomic_store_explicit be16toh be32toh be64toh complex "
    "errno htobe16 htobe32 htobe64 htole16 htole32 htole64 i386 issubnormal le16toh le32toh le64toh linux major "
    "makedev math_errhandling minor noreturn offsetof pthread_cleanup_pop pthread_cleanup_pop_restore_np "
    "pthread_cleanup_push pthread_cleanup_push_defer_np sa_handler sa_sigaction sched_priority setjmp sigmask "
    "sigsetjmp st_atime st_ctime st_mtime stderr stdin stdout strdupa strndupa timeradd timerclear timercmp "
    "timerisset timersub unix va_arg va_copy va_end va_start ";

// Macros of <errno.h>, on Linux.
static constexpr std::string_view kErrors =
    " E2BIG EACCES EADDRINUSE EADDRNOTAVAIL EADV EAFNOSUPPORT EAGAIN EALREADY EBADE EBADF EBADFD EBADMSG EBADR EBADRQC "
    "EBADSLT EBFONT EBUSY ECANCELED ECHILD ECHRNG ECOMM ECONNABORTED ECONNREFUSED ECONNRESET EDEADLK EDEADLOCK "
    "EDESTADDRREQ EDOM EDOTDOT EDQUOT EEXIST EFAULT EFBIG EHOSTDOWN EHOSTUNREACH EHWPOISON EIDRM EILSEQ EINPROGRESS "
    "EINTR EINVAL EIO EISCONN EISDIR EISNAM EKEYEXPIRED EKEYREJECTED EKEYREVOKED EL2HLT EL2NSYNC EL3HLT EL3RST "
    "ELIBACC ELIBBAD ELIBEXEC ELIBMAX ELIBSCN ELNRNG ELOOP EMEDIUMTYPE EMFILE EMLINK EMSGSIZE EMULTIHOP ENAMETOOLONG "
    "ENAVAIL ENETDOWN ENETRESET ENETUNREACH ENFILE ENOANO ENOBUFS ENOCSI ENODATA ENODEV ENOENT ENOEXEC ENOKEY ENOLCK "
    "ENOLINK ENOMEDIUM ENOMEM ENOMSG ENONET ENOPKG ENOPROTOOPT ENOSPC ENOSR ENOSTR ENOSYS ENOTBLK ENOTCONN ENOTDIR "
    "ENOTEMPTY ENOTNAM ENOTRECOVERABLE ENOTSOCK ENOTSUP ENOTTY ENOTUNIQ ENXIO EOPNOTSUPP EOVERFLOW EOWNERDEAD EPERM "
    "EPFNOSUPPORT EPIPE EPROTO EPROTONOSUPPORT EPROTOTYPE ERANGE EREMCHG EREMOTE EREMOTEIO ERESTART ERFKILL EROFS "
    "ESHUTDOWN ESOCKTNOSUPPORT ESPIPE ESRCH ESRMNT ESTALE ESTRPIPE ETIME ETIMEDOUT ETOOMANYREFS ETXTBSY EUCLEAN "
    "EUNATCH EUSERS EWOULDBLOCK EXDEV EXFULL ";

// Macros of <signal.h>, on Linux.
static constexpr std::string_view kSignals =
    " SIGABRT SIGALRM SIGBUS SIGCHLD SIGCLD SIGCONT SIGFPE SIGHUP SIGILL SIGINT SIGIO SIGIOT SIGKILL SIGPIPE SIGPOLL "
    "SIGPROF SIGPWR SIGQUIT SIGRTMAX SIGRTMIN SIGSEGV SIGSTKFLT SIGSTKSZ SIGSTOP SIGSYS SIGTERM SIGTRAP SIGTSTP "
    "SIGTTIN SIGTTOU SIGURG SIGUSR1 SIGUSR2 SIGVTALRM SIGWINCH SIGXCPU SIGXFSZ ";

// How macros in capitals end and start.
static constexpr std::string_view kCapitalEnds[] = {"_BIT", "_C", "_ENDIAN", "_MAX", "_MIN", "_WIDTH"};
static constexpr std::string_view kCapitalStarts[] = {
    "ADJ_",       "ATOMIC_", "AT_",      "BUS_",    "CLD_",    "CLOCKS_", "CLOCK_", "CLONE_",   "CLOSE_",
    "CMPLX",      "CPU_",    "DBL_",     "DEC128_", "DEC32_",  "DEC64_",  "DEC_",   "DN_",      "EXIT_",
    "FALLOC_",    "FD_",     "FE_",      "FLT_",    "FPE_",    "FP_",     "F_",     "HUGE_VAL", "ILL_",
    "ITIMER_",    "LC_",     "LDBL_",    "LOCK_",   "L_",      "MATH_",   "MOD_",   "NL_",      "O_",
    "POLL_",      "POSIX_",  "PTHREAD_", "REG_",    "RENAME_", "RWF_",    "RWH_",   "SA_",      "SCHED_",
    "SEEK_",      "SEGV_",   "SIGEV_",   "SIG_",    "SI_",     "SPLICE_", "SS_",    "STATX_",   "STA_",
    "SYNC_FILE_", "SYS_",    "S_",       "TIMER_",  "TIME_",   "TRAP_",   "UTIME_"};

// How other macros start.
static constexpr std::string_view kStarts[] = {"si_", "sigev_notify_"};

static bool isDigit(char c) { return c >= '0' && c <= '9'; }
static bool isCapital(char c) { return (c >= 'A' && c <= 'Z') || isDigit(c) || c == '_'; }

/// "PRId32", "SCNxFAST8", "M_PI", "M_2_PIf".
static bool isFormatOrConstant(std::string_view name) {
  if (name.starts_with("M_"))
    return name.size() > 2 && isCapital(name[2]);
  return (name.starts_with("PRI") || name.starts_with("SCN")) && name.size() > 4 &&
         std::string_view("dioxuX").find(name[3]) != std::string_view::npos && isCapital(name[4]);
}

static bool isSpelledAsMacro(std::string_view name) {
  const auto starts = [&](std::string_view start) { return name.starts_with(start); };
  const auto ends = [&](std::string_view end) { return name.ends_with(end); };
  return std::ranges::any_of(kStarts, starts) || isFormatOrConstant(name) ||
         (std::ranges::all_of(name, isCapital) &&
          (std::ranges::any_of(kCapitalStarts, starts) || std::ranges::any_of(kCapitalEnds, ends)));
}

bool qdc::isReservedWord(std::string_view name) {
  if (name.empty() || name.find(' ') != std::string_view::npos)
    return false;
  const std::string word = " " + std::string(name) + " ";
  const auto isIn = [&](std::string_view list) { return list.find(word) != std::string_view::npos; };
  return isIn(kWords) || isIn(kMacros) || isIn(kErrors) || isIn(kSignals) || isSpelledAsMacro(name);
}
