/* New York's members of the JSON object. */
#include "nyc.h"
#include <alibi/kit/json.h>

/* "key":["a","b"] */
static void print_places(struct alibi_text *text, const char *key, struct nyc_set set)
{
    const char *comma = "";

    alibi_text_format(text, ",\"%s\":[", key);
    while (nyc_any(set)) {
        alibi_text_format(text, "%s\"%s\"", comma, nyc_place[nyc_take(&set)].name);
        comma = ",";
    }
    alibi_text_char(text, ']');
}

/* Whether place A comes before B by column, then row as a number. */
static bool before(unsigned a, unsigned b)
{
    const struct alibi_place *p = &nyc_place[a], *q = &nyc_place[b];

    return p->x < q->x || (p->x == q->x && p->y < q->y);
}

static void print_probes(struct alibi_text *text, const struct nyc *g)
{
    const struct nyc_pair *one = &nyc_pair[g->probe[0]], *two = &nyc_pair[g->probe[1]];

    if (before(two->a, one->a)) {
        const struct nyc_pair *first = two;

        two = one;
        one = first;
    }
    alibi_text_format(text, ",\"investigation\":[[\"%s\",\"%s\"],[\"%s\",\"%s\"]]",
                      nyc_place[one->a].name, nyc_place[one->b].name, nyc_place[two->a].name,
                      nyc_place[two->b].name);
}

void nyc_json(struct alibi_text *text, const struct alibi_state *s)
{
    const struct nyc *g = nyc_of(s);

    alibi_hand_json(text, s);
    alibi_text_str(text, ",\"positions\":{");
    for (int i = 0; i < NYC_CHARACTERS; i++)
        alibi_text_format(text, "%s\"%s\":\"%s\"", i ? "," : "", nyc_character[i].code,
                          nyc_place[g->at[i]].name);
    alibi_text_char(text, '}');
    print_places(text, "metro", g->metro);
    print_places(text, "gaslamp", g->lamp);
    print_places(text, "site", g->site);
    print_places(text, "park", g->park);
    print_probes(text, g);
    print_places(text, "steamers", g->steamers);
    alibi_text_format(text, ",\"informant\":{\"at\":\"%s\",\"side\":\"%s\"},\"visible\":",
                      nyc_place[g->informant].name, g->silent ? "silent" : "talkative");
    alibi_json_codes(text, s->game, nyc_visible(g), NULL);
}
