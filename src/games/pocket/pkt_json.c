/* Pocket's members of the JSON object. */
#include "pkt.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/json.h>

static void print_tiles(struct alibi_text *text, const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    alibi_text_str(text, ",\"tiles\":[");
    for (unsigned i = 0; i < PKT_SLOTS; i++) {
        unsigned who = pkt_who(g->tile[i]), wall = pkt_wall(g->tile[i]);

        alibi_text_str(text, i ? "," : "");
        if (i >= g->laid) {
            alibi_text_str(text, "null");
            continue;
        }
        alibi_text_format(text, "{\"who\":\"%s\",\"wall\":", pkt_character[who].code);
        if (wall == PKT_OPEN)
            alibi_text_str(text, "null");
        else
            alibi_text_format(text, "\"%s\"", pkt_side_name[wall]);
        alibi_text_format(text, ",\"side\":\"%s\"}",
                          alibi_has(s->suspects, who) ? "suspect" : "empty");
    }
    alibi_text_char(text, ']');
}

/* In the order of their names; "rotate" can come twice. */
static void print_faces(struct alibi_text *text, unsigned faces)
{
    alibi_text_str(text, ",\"faces\":[");
    for (unsigned b = faces; b; b &= b - 1)
        alibi_text_format(text, "%s\"%s\"", b == faces ? "" : ",",
                          pkt_face_name[alibi_lowest(b)]);
    alibi_text_char(text, ']');
}

/* The faces of the next round, in the order of the tokens: in odd rounds the backs of the
 * tokens, in even rounds not known yet. */
static void print_next(struct alibi_text *text, const struct alibi_state *s)
{
    unsigned up = s->round & 1 ? pkt_up(s) : 0;

    alibi_text_str(text, ",\"next\":[");
    for (int i = 0; i < PKT_TOKENS && up; i++)
        alibi_text_format(text, "%s\"%s\"", i ? "," : "",
                          pkt_face_name[pkt_token[i][alibi_has(up, pkt_token[i][0])]]);
    alibi_text_char(text, ']');
}

void pkt_json(struct alibi_text *text, const struct alibi_state *s)
{
    const struct pkt *g = pkt_of(s);

    print_tiles(text, s);
    alibi_text_str(text, ",\"detectives\":{");
    for (int i = 0; i < PKT_DETECTIVES; i++)
        alibi_text_format(text, "%s\"%s\":%d", i ? "," : "", pkt_detective_name[i],
                          g->at[i] + 1);
    alibi_text_char(text, '}');
    print_faces(text, g->faces);
    print_next(text, s);
    alibi_text_str(text, ",\"rotated\":");
    alibi_json_codes(text, s->game, pkt_rotated(g), NULL);
    alibi_text_format(text, ",\"tokens\":{\"jack\":%u,\"detective\":%u}", g->tokens,
                      pkt_appeals(s) - g->tokens);
    if (!s->hides)
        alibi_text_format(text, ",\"hourglasses\":%u", pkt_hourglasses(s));
    alibi_text_str(text, ",\"visible\":");
    alibi_json_codes(text, s->game, pkt_visible(s), NULL);
}
