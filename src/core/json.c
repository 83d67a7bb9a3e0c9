/* A position as JSON: the members that all games share. */
#include <alibi/kit/json.h>

#include <alibi/kit/reader.h>

void alibi_json_codes(struct alibi_text *text, const struct alibi_game *game, uint16_t set,
                      const uint8_t *order)
{
    alibi_text_str(text, set ? "[\"" : "[");
    alibi_codes_print(text, game, set, order, "\",\"");
    alibi_text_str(text, set ? "\"]" : "]");
}

static void print_options(struct alibi_text *text, const struct alibi_state *s)
{
    if (s->game->n_options == 0)
        return;
    for (int i = 0; i < s->game->n_options; i++)
        alibi_text_format(text, "%s\"%s\":\"%s\"", i ? "," : ",\"options\":{",
                          s->game->option[i].name, s->game->option[i].values[s->option[i]]);
    alibi_text_char(text, '}');
}

/* "identity" and "alibis", without those that a view leaves out. */
static void print_secrets(struct alibi_text *text, const struct alibi_state *s)
{
    bool first = true;

    if (!(s->hides & (1U << ALIBI_JACK))) {
        if (s->identity == ALIBI_NO_ONE)
            alibi_text_str(text, ",\"identity\":null");
        else
            alibi_text_format(text, ",\"identity\":\"%s\"",
                              s->game->characters[s->identity].code);
    }
    alibi_text_str(text, ",\"alibis\":{");
    for (int seat = ALIBI_JACK; seat <= ALIBI_DETECTIVE; seat++) {
        if ((s->hides >> seat) & 1)
            continue;
        alibi_text_format(text, "%s\"%s\":", first ? "" : ",",
                          alibi_seat_name((enum alibi_seat)seat));
        alibi_json_codes(text, s->game, s->alibis[seat], NULL);
        first = false;
    }
    alibi_text_format(text, "},\"alibis_drawn\":{\"jack\":%u,\"detective\":%u}",
                      s->drawn[ALIBI_JACK], s->drawn[ALIBI_DETECTIVE]);
}

void alibi_json_print(struct alibi_text *text, const struct alibi_state *s)
{
    alibi_text_format(text, "{\"game\":\"%s\"", s->game->name);
    print_options(text, s);
    alibi_text_format(text,
                      ",\"round\":%u,\"slot\":%u,\"to_act\":\"%s\",\"suspects\":", s->round,
                      s->slot, alibi_seat_name(s->to_act));
    alibi_json_codes(text, s->game, s->suspects, NULL);
    print_secrets(text, s);
    if (s->winner == ALIBI_NOBODY)
        alibi_text_str(text, ",\"result\":null");
    else
        alibi_text_format(text, ",\"result\":{\"winner\":\"%s\",\"why\":\"%s\"}",
                          alibi_seat_name(s->winner), alibi_why_name(s->why));
    s->game->json(text, s);
    alibi_text_char(text, '}');
}
