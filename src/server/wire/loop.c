/* The loop: one thread that waits for sockets, for the writer and the computer, for signals. */
#include "clock.h"
#include "http.h"
#include "journal.h"
#include "lottery.h"
#include "server_parts.h"

#include <errno.h>
#include <netdb.h>
#include <netinet/in.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/eventfd.h>
#include <sys/resource.h>
#include <sys/signalfd.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <unistd.h>

enum {
    BACKLOG = 1024,
    GRACE = 5, /* seconds for what is under way when the server is told to stop */
};

/* A socket that listens at the address; its URL goes into URL. -1 after filling ERR. */
static int listen_at(const struct server_options *o, char url[HTTP_HOST_SIZE],
                     struct alibi_error *err)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    struct sockaddr_storage bound;
    socklen_t size = sizeof bound;
    char host[200], port[20];
    int fd, yes = 1, status = getaddrinfo(o->bind, o->port, &hints, &found);

    if (status != 0) {
        (void)alibi_fail(err, ALIBI_BAD_TEXT, 0, "expected an address and a port: %s",
                         gai_strerror(status));
        return -1;
    }
    fd = socket(found->ai_family, SOCK_STREAM | SOCK_NONBLOCK | SOCK_CLOEXEC, 0);
    if (fd < 0 || setsockopt(fd, SOL_SOCKET, SO_REUSEADDR, &yes, sizeof yes) != 0 ||
        bind(fd, found->ai_addr, found->ai_addrlen) != 0 || listen(fd, BACKLOG) != 0 ||
        getsockname(fd, (struct sockaddr *)&bound, &size) != 0 ||
        getnameinfo((struct sockaddr *)&bound, size, host, sizeof host, port, sizeof port,
                    NI_NUMERICHOST | NI_NUMERICSERV) != 0) {
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "cannot listen at %s port %s: %s", o->bind,
                         o->port, strerror(errno));
        if (fd >= 0)
            (void)close(fd);
        freeaddrinfo(found);
        return -1;
    }
    freeaddrinfo(found);
    (void)snprintf(url, HTTP_HOST_SIZE, strchr(host, ':') ? "http://[%s]:%s" : "http://%s:%s",
                   host, port);
    return fd;
}

/* As many connections as the system allows. */
static void raise_limits(void)
{
    struct rlimit files;

    if (getrlimit(RLIMIT_NOFILE, &files) == 0) {
        files.rlim_cur = files.rlim_max;
        (void)setrlimit(RLIMIT_NOFILE, &files);
    }
}

/* SIGINT and SIGTERM as something to read. */
static int open_signals(void)
{
    sigset_t set;

    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like others */
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)pthread_sigmask(SIG_BLOCK, &set, NULL);
    return signalfd(-1, &set, SFD_NONBLOCK | SFD_CLOEXEC);
}

static bool watch(int epoll, int fd)
{
    struct epoll_event event = {.events = EPOLLIN, .data = {.fd = fd}};

    return epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &event) == 0;
}

static long now(void)
{
    return (long)clock_seconds();
}

struct loop {
    struct http http;
    struct app *app;
    int epoll, signals;
    int wake; /* readable when the app has something to collect */
};

/* Once around; false when a signal came. */
static bool turn(struct loop *loop, long *last)
{
    struct epoll_event event[4];
    int n = epoll_wait(loop->epoll, event, 4,
                       http_timeout(&loop->http, app_timeout(loop->app, 250)));
    bool told = false;
    uint64_t woken;

    for (int i = 0; i < n; i++)
        if (event[i].data.fd == loop->signals) {
            struct signalfd_siginfo info;

            told = read(loop->signals, &info, sizeof info) > 0;
        }
    (void)!read(loop->wake, &woken, sizeof woken);
    app_collect(loop->app);
    http_run(&loop->http);
    for (; *last < now(); ++*last) {
        app_tick(loop->app);
        http_tick(&loop->http);
    }
    return !told;
}

static void run(struct loop *loop)
{
    long last = now(), deadline;

    while (turn(loop, &last)) {
    }
    if (!loop->http.options->quiet)
        journal("info", "stopping", "told to stop");
    http_stop(&loop->http);
    app_stop(loop->app);
    http_run(&loop->http);
    deadline = now() + GRACE;
    while ((loop->app->writing > 0 || loop->http.active > 0) && now() < deadline)
        (void)turn(loop, &last);
}

int server_run(const struct server_options *options, void (*ready)(const char *url),
               struct alibi_error *err)
{
    struct app_options app_options = {.version = options->version,
                                      .keep_days = options->keep_days,
                                      .script = options->script,
                                      .today = options->seed ? parts_first_day : parts_today,
                                      .wake = http_wake};
    struct loop loop = {.signals = open_signals(),
                        .wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    struct parts_options parts_options = {.folder = options->folder,
                                          .think_ms = options->think_ms,
                                          .threads = 1,
                                          .wake = loop.wake};
    struct app_parts parts;
    char url[HTTP_HOST_SIZE];
    long cores = sysconf(_SC_NPROCESSORS_ONLN);
    int listener = listen_at(options, url, err), status = ALIBI_SYSTEM;

    if (listener < 0)
        return (int)err->status;
    if (cores > 2)
        parts_options.threads = cores > 9 ? 8 : (int)cores - 1;
    raise_limits();
    (void)umask(077); /* the games are the server's alone */
    if (!lottery_open(&app_options.lottery, options->seed))
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "libsodium cannot be used");
    else if (parts_open(&parts, &parts_options, err))
        loop.app = app_open(&app_options, &parts, err);
    if (!loop.app) {
        (void)close(listener);
        return (int)err->status;
    }
    loop.epoll = epoll_create1(EPOLL_CLOEXEC);
    if (http_open(&loop.http, options, loop.app, listener) && loop.epoll >= 0 &&
        watch(loop.epoll, http_epoll(&loop.http)) && watch(loop.epoll, loop.wake) &&
        watch(loop.epoll, loop.signals)) {
        if (!options->quiet)
            journal("info", "listening", "%s", url);
        ready(options->origin ? options->origin : url);
        run(&loop);
        status = ALIBI_OK;
    } else {
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the server cannot be started");
    }
    if (loop.http.daemon)
        http_close(&loop.http);
    app_close(loop.app);
    (void)close(loop.wake);
    (void)close(loop.epoll);
    (void)close(loop.signals);
    return status;
}
