/* The last page of a game: the truth, the story in a line, the numbers, and the ways on. */
#include "play_parts.h"

#include <alibi/rng.h>
#include <stdio.h>
#include <string.h>

static const char *next_kind(const struct play *p)
{
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; p->t->mind[seat].kind && alibi_player_kind(i); i++)
            if (strcmp(alibi_player_kind(i)->name, p->t->mind[seat].kind) == 0 &&
                alibi_player_kind(i + 1))
                return alibi_player_kind(i + 1)->name;
    return NULL;
}

/* The chart takes some thinking, so a game has it made once. */
static void make_chart(struct play *p)
{
    struct alibi_record *record;

    if (p->chart.n || alibi_session_record(p->t->session, ALIBI_AS_TRUTH, &record) != ALIBI_OK)
        return;
    (void)chart_make(&p->chart, record);
    alibi_record_free(record);
}

void play_show_end(struct play *p)
{
    const struct alibi_state *s = &p->story.frame[p->story.n_frames - 1].view.seen;
    char page[4000];
    struct alibi_text text = alibi_text_in(page, sizeof page);

    chart_print_end(&text, s);
    alibi_text_char(&text, '\n');
    make_chart(p);
    chart_print(&text, &p->chart);
    alibi_text_str(&text, "\nr  a rematch   s  with the sides swapped");
    if (next_kind(p))
        alibi_text_format(&text, "   n  against %s", next_kind(p));
    alibi_text_char(&text, '\n');
    alibi_text_str(&text, "v  see it again   w  save it; `alibi analyse FILE` judges it\n"
                          "Esc  the board   q  leave\n");
    desk_show(&p->desk, s->winner == ALIBI_JACK ? "Jack wins" : "The Detective wins", page);
}

/* The players change seats, or the computer's grows. */
static bool reseat(struct play *p, bool swapped, bool harder)
{
    const char *kind = harder ? next_kind(p) : NULL;
    struct cli_mind *mind = p->t->mind;

    if (harder && !kind)
        return false;
    for (int seat = 0; seat < 2; seat++) {
        cli_mind_forget(&mind[seat]);
        if (kind && mind[seat].kind)
            mind[seat].kind = kind;
    }
    if (swapped) {
        const char *jack = mind[ALIBI_JACK].kind;

        mind[ALIBI_JACK].kind = mind[ALIBI_DETECTIVE].kind;
        mind[ALIBI_DETECTIVE].kind = jack;
    }
    return true;
}

bool play_again(struct play *p, bool swapped, bool harder)
{
    struct alibi_session *session;

    if (alibi_session_new(&session, alibi_session_after(p->t->session, 0)) != ALIBI_OK)
        return false;
    if (!reseat(p, swapped, harder)) {
        alibi_session_free(session);
        return false;
    }
    alibi_session_free(p->t->session);
    p->t->session = session;
    alibi_session_seed(session, alibi_rng_next(&p->t->luck));
    for (int seat = 0; seat < 2; seat++)
        p->t->mind[seat].seed = alibi_rng_next(&p->t->luck);
    play_restart(p);
    return true;
}
