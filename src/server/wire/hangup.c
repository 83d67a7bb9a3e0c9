/* Readers of streams who hang up. A stream that has nothing to say has its connection
 * suspended, and libmicrohttpd does not look at it; so whoever leaves would be there until the
 * next sign of life. */
#include "http.h"
#include "stream.h"

#include <sys/epoll.h>
#include <unistd.h>

bool hangup_open(struct http *http)
{
    http->hangups = epoll_create1(EPOLL_CLOEXEC);
    return http->hangups >= 0;
}

void hangup_close(struct http *http)
{
    (void)close(http->hangups);
}

void hangup_watch(struct exchange *x)
{
    struct epoll_event event = {.events = EPOLLRDHUP | EPOLLONESHOT, .data = {.ptr = x}};

    if (x->wire)
        (void)epoll_ctl(x->http->hangups, EPOLL_CTL_ADD, x->wire->fd, &event);
}

void hangup_forget(struct exchange *x)
{
    if (x->wire)
        (void)epoll_ctl(x->http->hangups, EPOLL_CTL_DEL, x->wire->fd, NULL);
}

void hangup_heed(struct http *http)
{
    enum { MANY = 64 };
    struct epoll_event event[MANY];
    int n = epoll_wait(http->hangups, event, MANY, 0);

    for (int i = 0; i < n; i++) {
        struct stream *stream = ((struct exchange *)event[i].data.ptr)->v.stream;

        stream->ending = true;
        stream_wake(stream);
    }
}
