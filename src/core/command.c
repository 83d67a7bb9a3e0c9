/* Splitting a command into words. */
#include "command.h"

#include <alibi/referee.h>
#include <string.h>

struct alibi_words alibi_words_next(struct alibi_words *line)
{
    struct alibi_words word;

    while (line->len && *line->text == ' ') {
        line->text++;
        line->len--;
    }
    word.text = line->text;
    for (word.len = 0; word.len < line->len && line->text[word.len] != ' ';)
        word.len++;
    line->text += word.len;
    line->len -= word.len;
    return word;
}

bool alibi_words_end(struct alibi_words line)
{
    return alibi_words_next(&line).len == 0;
}

bool alibi_words_are(struct alibi_words word, const char *text)
{
    return word.len == strlen(text) && memcmp(word.text, text, word.len) == 0;
}

bool alibi_words_have(struct alibi_words word, const char *key, struct alibi_words *value)
{
    size_t n = strlen(key);

    if (word.len <= n || memcmp(word.text, key, n) != 0 || word.text[n] != '=')
        return false;
    *value = (struct alibi_words){word.text + n + 1, word.len - n - 1};
    return true;
}

bool alibi_words_number(struct alibi_words word, uint64_t most, uint64_t *out)
{
    uint64_t n = 0;

    for (size_t i = 0; i < word.len; i++) {
        unsigned digit = (unsigned char)word.text[i] - (unsigned)'0';

        if (digit > 9 || n > (most - digit) / 10)
            return false;
        n = 10 * n + digit;
    }
    *out = n;
    return word.len > 0;
}

bool alibi_command_begin(struct alibi_words *line, const char *text, size_t len,
                         struct alibi_text *reply)
{
    *line = (struct alibi_words){text, len};
    if (len && text[len - 1] == '\r')
        line->len--;
    if (line->len <= ALIBI_COMMAND_MAX)
        return true;
    alibi_command_error(reply, "expected a line of at most 65536 bytes");
    return false;
}

void alibi_command_error(struct alibi_text *reply, const char *what)
{
    alibi_text_str(reply, "error: ");
    alibi_text_str(reply, what);
}
