/* London's members of the JSON object. */
#include "lon.h"
#include <alibi/kit/bits.h>
#include <alibi/kit/hex.h>
#include <alibi/kit/json.h>

/* ["a","b"]: the places FIRST + i for i in SET. */
static void print_places(struct alibi_text *text, const char *key, uint64_t set, unsigned first)
{
    alibi_text_format(text, ",\"%s\":[", key);
    for (uint64_t b = set; b; b &= b - 1)
        alibi_text_format(text, "%s\"%s\"", b == set ? "" : ",",
                          lon_place[first + alibi_lowest(b)].name);
    alibi_text_char(text, ']');
}

void lon_json(struct alibi_text *text, const struct alibi_state *s)
{
    const struct lon *g = lon_of(s);

    alibi_hand_json(text, s);
    alibi_text_str(text, ",\"positions\":{");
    for (int i = 0; i < LON_CHARACTERS; i++)
        alibi_text_format(text, "%s\"%s\":\"%s\"", i ? "," : "", lon_character[i].code,
                          lon_place[g->at[i]].name);
    alibi_text_format(text, "},\"lantern\":\"%s\",\"lamps\":{",
                      alibi_direction[g->lantern].name);
    for (unsigned b = g->lit; b; b &= b - 1)
        alibi_text_format(text, "%s\"%s\":%d", b == g->lit ? "" : ",",
                          lon_place[LON_FIRST_PLINTH + alibi_lowest(b)].name,
                          lon_lamp_number(g, alibi_lowest(b)));
    alibi_text_char(text, '}');
    print_places(text, "covers", lon_covered(s), 0);
    print_places(text, "cordons", g->cordons, LON_FIRST_EXIT);
    alibi_text_str(text, ",\"visible\":");
    alibi_json_codes(text, s->game, lon_visible(s), NULL);
}
