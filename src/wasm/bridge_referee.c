/* The bridge's referees: the line protocol, for programs that already speak it. */
#include "bridge.h"

#include <string.h>

struct alibi_referee *bridge_referee_new(size_t len)
{
    struct alibi_referee *referee;
    struct alibi_state start;

    if (!bridge_read_game(&start, len))
        return NULL;
    if (alibi_referee_new(&referee, start.game, start.option) != ALIBI_OK) {
        (void)bridge_fail_memory();
        return NULL;
    }
    return referee;
}

void bridge_referee_free(struct alibi_referee *referee)
{
    alibi_referee_free(referee);
}

int bridge_referee_send(struct alibi_referee *referee, size_t len)
{
    struct alibi_text reply = alibi_text_in(bridge_output(), ALIBI_REPLY_MAX);

    if (len > bridge_input_size())
        len = bridge_input_size(); /* still too long, and the referee says so */
    if (!alibi_referee_answer(referee, bridge_input(), len, &reply))
        return BRIDGE_QUIT;
    /* Not reply.len, which counts what was wanted: the program, too, writes what fitted. */
    return (int)strlen(reply.buf);
}
