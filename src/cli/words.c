/* Finds the legal moves that a player's words fit. */
#include "words.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { TEXT_MAX = 256 };

/* The next word of letters and digits at *AT, as LEN bytes; NULL if there is none. */
static const char *next_word(const char **at, size_t *len)
{
    const char *word;

    while (**at && !isalnum((unsigned char)**at))
        ++*at;
    word = *at;
    while (isalnum((unsigned char)**at))
        ++*at;
    *len = (size_t)(*at - word);
    return *len ? word : NULL;
}

static bool same(const char *a, const char *b, size_t n)
{
    for (size_t i = 0; i < n; i++)
        if (tolower((unsigned char)a[i]) != tolower((unsigned char)b[i]))
            return false;
    return true;
}

/* Goes past the first word of *TEXT that equals WORD or, if BEGINNING, begins with it. */
static bool find_word(const char **text, const char *word, size_t n, bool beginning)
{
    size_t len;
    const char *w;

    while ((w = next_word(text, &len)))
        if ((len == n || (beginning && len > n)) && same(w, word, n))
            return true;
    return false;
}

/* Whether TEXT has the words of TYPED, in that order. */
static bool has_words(const char *text, const char *typed, bool beginning)
{
    size_t len;
    const char *word;

    while ((word = next_word(&typed, &len)))
        if (!find_word(&text, word, len, beginning))
            return false;
    return true;
}

/* Collects the moves whose token, or with WITH_WORDS also description, has the words TYPED. */
static int collect(const struct alibi_state *s, const alibi_move *moves, int n,
                   const char *typed, bool with_words, bool beginning, alibi_move *found)
{
    int k = 0;

    for (int i = 0; i < n; i++) {
        char buf[TEXT_MAX];
        struct alibi_text text = alibi_text_in(buf, sizeof buf);

        s->game->print(&text, moves[i]);
        if (buf[0] == '!')
            continue; /* an accusation ends the game, so words are not enough */
        alibi_text_char(&text, ' ');
        if (with_words)
            s->game->describe(&text, s, moves[i]);
        if (has_words(buf, typed, beginning))
            found[k++] = moves[i];
    }
    return k;
}

/* Matches a token itself or its number in the list. */
static int match_exactly(const struct alibi_state *s, const alibi_move *moves, int n,
                         const char *text, alibi_move *found)
{
    size_t len = strlen(text);

    if (len > 0 && strspn(text, "0123456789") == len) {
        unsigned long i = strtoul(text, NULL, 10);

        found[0] = i >= 1 && i <= (unsigned long)n ? moves[i - 1] : 0;
        return i >= 1 && i <= (unsigned long)n;
    }
    for (int i = 0; i < n; i++) {
        char buf[ALIBI_TOKEN_MAX];
        struct alibi_text token = alibi_text_in(buf, sizeof buf);

        s->game->print(&token, moves[i]);
        if (strcmp(buf, text) == 0) {
            found[0] = moves[i];
            return 1;
        }
    }
    return 0;
}

int cli_match(const struct alibi_state *s, const alibi_move *moves, int n, const char *text,
              alibi_move found[ALIBI_MOVES_MAX])
{
    const char *at = text;
    size_t len;
    alibi_move illegal;
    int k = match_exactly(s, moves, n, text, found);

    /* Do not take an illegal token for words that fit another move. */
    if (k || !next_word(&at, &len) || strspn(text, "0123456789") == strlen(text) ||
        s->game->parse(&illegal, text, strlen(text), NULL) == ALIBI_OK)
        return k;
    /* Try whole words before beginnings, and tokens before descriptions. */
    for (int pass = 0; pass < 4 && k == 0; pass++)
        k = collect(s, moves, n, text, pass >= 1, pass >= 2, found);
    return k;
}
