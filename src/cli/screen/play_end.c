/* The last page of a game: the truth, the story in a line, the numbers, and the ways on. */
#include "play_parts.h"

#include <alibi/kit/bits.h>
#include <alibi/rng.h>
#include <stdio.h>
#include <string.h>

static void add_names(struct alibi_text *text, const struct alibi_game *game, unsigned set)
{
    const char *between = "";

    for (int i = 0; i < game->n_characters; i++)
        if (alibi_has(set, game->list[i])) {
            alibi_text_format(text, "%s%s", between, game->characters[game->list[i]].name);
            between = ", ";
        }
}

static void add_truth(struct alibi_text *text, const struct alibi_state *s)
{
    static const char *const who[] = {"Jack", "the Detective"};

    alibi_text_format(text, "%s wins: %s.\n",
                      s->winner == ALIBI_JACK ? "Jack" : "The Detective",
                      cli_reason((enum alibi_why)s->why));
    if (s->identity != ALIBI_NO_ONE)
        alibi_text_format(text, "Jack was %s (%s).\n", s->game->characters[s->identity].name,
                          s->game->characters[s->identity].code);
    for (int seat = 0; seat < 2; seat++)
        if (s->alibis[seat]) {
            alibi_text_format(text, "Alibis drawn by %s: ", who[seat]);
            add_names(text, s->game, s->alibis[seat]);
            alibi_text_str(text, ".\n");
        }
}

/* "Found in round 6, with 2 suspects left." */
static void add_story(struct alibi_text *text, const struct alibi_state *s)
{
    unsigned left = (unsigned)alibi_size(s->suspects);

    alibi_text_format(text, "%s in round %u of %d, with %u suspect%s left.\n",
                      s->winner == ALIBI_DETECTIVE ? "Found" : "Free", s->round,
                      s->game->n_rounds, left, left == 1 ? "" : "s");
}

/* A line for each call for witnesses: the answer, and who was left. */
static void add_numbers(struct alibi_text *text, const struct story *story)
{
    unsigned moves[2] = {0, 0};

    alibi_text_str(text, "\nSuspects after each call for witnesses:\n");
    for (size_t i = 1; i < story->n_frames; i++) {
        const struct story_frame *f = &story->frame[i];
        unsigned left = (unsigned)alibi_size(f->view.seen.suspects);

        if (f->actor <= ALIBI_DETECTIVE)
            moves[f->actor]++;
        if (!f->called)
            continue;
        alibi_text_format(text, "  round %u  Jack %-9s %2u  ",
                          story->frame[i - 1].view.seen.round,
                          f->view.seen.witness == ALIBI_VISIBLE ? "seen" : "not seen", left);
        for (unsigned k = 0; k < left; k++)
            alibi_text_char(text, '#');
        alibi_text_char(text, '\n');
    }
    alibi_text_format(text, "Moves: Jack %u, the Detective %u.\n", moves[ALIBI_JACK],
                      moves[ALIBI_DETECTIVE]);
}

static const char *next_kind(const struct play *p)
{
    for (int seat = 0; seat < 2; seat++)
        for (int i = 0; p->t->mind[seat].kind && alibi_player_kind(i); i++)
            if (strcmp(alibi_player_kind(i)->name, p->t->mind[seat].kind) == 0 &&
                alibi_player_kind(i + 1))
                return alibi_player_kind(i + 1)->name;
    return NULL;
}

void play_show_end(struct play *p)
{
    const struct alibi_state *s = &p->story.frame[p->story.n_frames - 1].view.seen;
    char page[4000];
    struct alibi_text text = alibi_text_in(page, sizeof page);

    add_truth(&text, s);
    add_story(&text, s);
    add_numbers(&text, &p->story);
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
