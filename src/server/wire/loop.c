/* The loop: one thread that waits for sockets, for the writer and the computer, for signals. */
#include "clock.h"
#include "http.h"
#include "journal_file.h"
#include "lottery.h"
#include "process.h"
#include "server_parts.h"

#include <errno.h>
#include <malloc.h>
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

/* A socket that listens at the address; its URL goes into URL, and whether others can reach it
 * into OPEN. -1 after filling ERR. */
static int listen_at(const struct server_options *o, char url[HTTP_HOST_SIZE], bool *open,
                     struct alibi_error *err)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM, .ai_flags = AI_PASSIVE}, *found;
    struct sockaddr_storage bound;
    struct address own;
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
    *open = address_of(&own, (struct sockaddr *)&bound) && !address_is_loopback(&own);
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

/* Large blocks go back to the system as soon as they are free, instead of lying between the
 * small ones of thousands of streams. */
static void spare_memory(void)
{
    (void)mallopt(M_MMAP_THRESHOLD, 64 << 10);
}

/* SIGINT, SIGTERM and SIGHUP as something to read. */
static int open_signals(void)
{
    sigset_t set;

    (void)signal(SIGPIPE, SIG_IGN);
    (void)signal(SIGXFSZ, SIG_IGN); /* a file that may not grow is an error like others */
    (void)sigemptyset(&set);
    (void)sigaddset(&set, SIGINT);
    (void)sigaddset(&set, SIGTERM);
    (void)sigaddset(&set, SIGHUP);
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

static int64_t milliseconds(void)
{
    return (int64_t)(clock_seconds() * 1000);
}

/* For tests: the clocks of games stand still, but for what is added in the database. */
static int64_t standing_still(void)
{
    return 1;
}

struct loop {
    struct http http;
    struct app *app;
    int epoll, signals;
    int wake;      /* readable when the app has something to collect */
    bool attended; /* it was started in a terminal */
};

/* Reads the settings again: the file's come before those of the command line. If it cannot be
 * read, everything stays as it is. */
static void reload(struct loop *loop)
{
    const struct server_options *options = loop->http.options;
    struct settings settings = options->settings;
    struct alibi_error err = {.text = ""};

    if (!options->settings_path) {
        journal("warning", "reload", "there is no settings file; one is named by --settings");
        return;
    }
    if (!settings_load(&settings, options->settings_path, &err)) {
        journal("error", "reload", "%s; nothing has changed", err.text);
        return;
    }
    http_set(&loop->http, &settings);
    loop->app->options.keep_days = settings.keep_days;
    journal("info", "reload", "the settings have been read again");
}

/* Takes up signals; false when one says to stop. A terminal that closes sends the signal that
 * has a server read its settings: whoever was started there ends with it. */
static bool heed(struct loop *loop)
{
    struct signalfd_siginfo info;
    bool stop = false;

    while (read(loop->signals, &info, sizeof info) == sizeof info) {
        if (info.ssi_signo != SIGHUP || (loop->attended && !isatty(STDIN_FILENO)))
            stop = true;
        else
            reload(loop);
    }
    return !stop;
}

/* Once around; false when a signal said to stop. */
static bool turn(struct loop *loop, long *last)
{
    struct epoll_event event[4];
    int n = epoll_wait(loop->epoll, event, 4,
                       http_timeout(&loop->http, app_timeout(loop->app, 250)));
    bool going = true;
    uint64_t woken;
    double begun;

    for (int i = 0; i < n; i++)
        if (event[i].data.fd == loop->signals)
            going = heed(loop);
    begun = clock_seconds();
    (void)!read(loop->wake, &woken, sizeof woken);
    app_collect(loop->app);
    http_run(&loop->http);
    for (; *last < now(); ++*last) {
        app_tick(loop->app);
        http_tick(&loop->http);
    }
    histogram_add(&loop->app->metrics.turn, clock_seconds() - begun);
    return going;
}

static void run(struct loop *loop)
{
    long last = now(), deadline;

    while (turn(loop, &last)) {
    }
    if (!loop->http.settings.quiet)
        journal("info", "stopping", "told to stop");
    http_stop(&loop->http);
    app_stop(loop->app);
    http_run(&loop->http);
    deadline = now() + GRACE;
    while ((loop->app->writing > 0 || loop->http.active > 0) && now() < deadline)
        (void)turn(loop, &last);
}

/* Whoever carries plain http for others can read their keys and play in their place. */
static void warn_of_plain_http(void)
{
    journal(
        "warning", "plain-http",
        "others can reach this server by plain http: whoever is on the way can read and "
        "change everything, keys and cookies among it; put a proxy with https in front, and "
        "say --origin https://...");
}

/* Opens the wire and serves until a signal says to stop; false if it cannot begin. */
static bool serve(struct loop *loop, const struct server_options *options,
                  const struct settings *settings, int listener, const char *url,
                  void (*ready)(const char *url))
{
    loop->epoll = epoll_create1(EPOLL_CLOEXEC);
    if (!http_open(&loop->http, options, settings, loop->app, listener) || loop->epoll < 0 ||
        !watch(loop->epoll, http_epoll(&loop->http)) || !watch(loop->epoll, loop->wake) ||
        !watch(loop->epoll, loop->http.hangups) || !watch(loop->epoll, loop->signals))
        return false;
    if (!settings->quiet)
        journal("info", "listening", "%s", url);
    ready(options->origin ? options->origin : url);
    run(loop);
    return true;
}

/* Cookies are sealed with the key of the store, or where a seed decides everything with that.
 */
static struct app *open_app(struct app_options *options, const struct app_parts *parts,
                            const char *where, struct alibi_error *err)
{
    options->key = hash_of(options->lottery.seed, sizeof options->lottery.seed);
    if (!options->lottery.source || store_key(where, &options->key, err))
        return app_open(options, parts, err);
    app_parts_free(parts);
    return NULL;
}

/* A processor is left to the loop. */
static int usual_threads(void)
{
    long cores = sysconf(_SC_NPROCESSORS_ONLN);

    return cores > 9 ? 8 : cores > 2 ? (int)cores - 1 : 1;
}

/* The app with its parts; NULL after filling ERR. */
static struct app *make_app(const struct server_options *options,
                            const struct settings *settings, int wake, struct alibi_error *err)
{
    struct app_options app = {.version = options->version,
                              .keep_days = settings->keep_days,
                              .quotas = settings->rate > 0,
                              .script = options->script,
                              .today = options->seed ? parts_first_day : parts_today,
                              .now = options->still ? standing_still : milliseconds,
                              .n_places = (unsigned)options->n_stores,
                              .is_shared = store_is_shared(options->store[0]),
                              .counts_together =
                                  store_is_shared(options->store[0]) && options->n_stores == 1,
                              .has_browsers = true,
                              .gone = (unsigned)options->gone,
                              .wake = http_wake,
                              .measure = process_measure,
                              .measured = options->store[0]};
    struct parts_options parts_options = {
        .store = options->store,
        .n_stores = options->n_stores,
        .think_ms = options->think_ms,
        .search_threads = options->search_threads > 0 ? options->search_threads : 1,
        .threads = options->threads < 0 ? usual_threads() : options->threads,
        .now = parts_now,
        .later_ms = options->later * 1000,
        .wake = wake};
    struct app_parts parts;

    if (!lottery_open(&app.lottery, options->seed)) {
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "libsodium cannot be used");
        return NULL;
    }
    parts_options.lottery = app.lottery;
    if (options->seed) /* what follows from it must not be drawn twice */
        parts_options.lottery.drawn = UINT64_MAX / 2;
    return parts_open(&parts, &parts_options, err)
               ? open_app(&app, &parts, options->store[0], err)
               : NULL;
}

int server_run(const struct server_options *options, void (*ready)(const char *url),
               struct alibi_error *err)
{
    struct loop loop = {.attended = isatty(STDIN_FILENO),
                        .signals = open_signals(),
                        .wake = eventfd(0, EFD_NONBLOCK | EFD_CLOEXEC)};
    struct settings settings = options->settings;
    char url[HTTP_HOST_SIZE];
    int listener, status = ALIBI_SYSTEM;
    bool open = false;

    if (options->settings_path && !settings_load(&settings, options->settings_path, err))
        return (int)err->status;
    listener = listen_at(options, url, &open, err);
    if (listener < 0)
        return (int)err->status;
    raise_limits();
    spare_memory();
    (void)umask(077); /* the games are the server's alone */
    journal_open();
    if (open && !(options->origin && strncmp(options->origin, "https://", 8) == 0))
        warn_of_plain_http();
    loop.app = make_app(options, &settings, loop.wake, err);
    if (!loop.app) {
        (void)close(listener);
        journal_close();
        return (int)err->status;
    }
    if (serve(&loop, options, &settings, listener, url, ready))
        status = ALIBI_OK;
    else
        (void)alibi_fail(err, ALIBI_SYSTEM, 0, "the server cannot be started");
    if (loop.http.daemon)
        http_close(&loop.http);
    app_close(loop.app);
    (void)close(loop.wake);
    (void)close(loop.epoll);
    (void)close(loop.signals);
    journal_close();
    return status;
}
