/* Names of accounts, by the tables of ICU. */
#include "account_name.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unicode/uchar.h>
#include <unicode/unorm2.h>
#include <unicode/uscript.h>
#include <unicode/uset.h>
#include <unicode/uspoof.h>
#include <unicode/ustring.h>

enum {
    LETTERS_MAX = 128, /* UTF-16 units of a name, in whatever form it came */
    MARKS_MAX = 2,     /* on one letter */
    WORD_SIZE = 64,
};

enum reach { WHOLE, AT_ENDS, PART, ANYWHERE }; /* where in a name a word is refused */

struct word {
    const char *text;
    enum reach reach;
    enum name_flaw flaw;
};

#define RESERVED(word) {word, WHOLE, NAME_RESERVED},
#define HOUSE(word)    {word, AT_ENDS, NAME_RESERVED},
#define RUDE(word)     {word, ANYWHERE, NAME_RUDE},
#define CURSE(word)    {word, PART, NAME_RUDE},
static const struct word refused[] = {
#include "refused_words.def"
};
enum { WORDS = sizeof refused / sizeof refused[0] };

struct name_rules {
    const UNormalizer2 *normal;
    USpoofChecker *spoof;
    UChar word[WORDS][WORD_SIZE]; /* the refused ones in the form of plain() */
};

struct letters {
    UChar at[LETTERS_MAX];
    int32_t n;
};

/* --- Forms of a name --- */

static bool is_between(UChar32 c)
{
    return c == '-' || c == '_';
}

/* What NAME looks like: without case, hyphens and underscores, by the prototypes of Unicode's
 * table of confusables, and with l for i, as capital I looks like l. Without memory, or if it
 * were absurdly long, it is empty. */
static void find_likeness(const struct name_rules *rules, const struct letters *name,
                          struct letters *out)
{
    struct letters folded, seen;
    UErrorCode error = U_ZERO_ERROR;

    folded.n =
        u_strFoldCase(folded.at, LETTERS_MAX, name->at, name->n, U_FOLD_CASE_DEFAULT, &error);
    seen.n =
        uspoof_getSkeleton(rules->spoof, 0, folded.at, folded.n, seen.at, LETTERS_MAX, &error);
    folded.n =
        u_strFoldCase(folded.at, LETTERS_MAX, seen.at, seen.n, U_FOLD_CASE_DEFAULT, &error);
    out->n = 0;
    for (int32_t i = 0; U_SUCCESS(error) && i < folded.n; i++)
        if (!is_between(folded.at[i]))
            out->at[out->n++] = folded.at[i] == 'i' ? 'l' : folded.at[i];
}

/* The letter for which a digit is written. 0 and 1 look like o and l already. */
static UChar unleet(UChar c)
{
    static const char letter[] = "olzeasgtbg";

    return c >= '0' && c <= '9' ? (UChar)letter[c - '0'] : c;
}

/* The likeness of NAME reduced to what a reader hears in it: no accents, letters for digits, no
 * letter twice in a row. Words are compared in this form. */
static void plain(const struct name_rules *rules, const struct letters *name,
                  UChar out[WORD_SIZE])
{
    struct letters seen;
    int32_t n = 0;

    find_likeness(rules, name, &seen);
    for (int32_t i = 0; i < seen.n && n < WORD_SIZE - 1; i++) {
        UChar c = unleet(seen.at[i]);

        if (u_charType(c) != U_NON_SPACING_MARK && (n == 0 || out[n - 1] != c))
            out[n++] = c;
    }
    out[n] = 0;
}

/* --- Refused words --- */

/* NAME without digits at its ends. */
static struct letters without_digits(const struct letters *name)
{
    struct letters out;
    int32_t from = 0, to = name->n;

    while (from < to && u_isdigit(name->at[from]))
        from++;
    while (to > from && u_isdigit(name->at[to - 1]))
        to--;
    out.n = to - from;
    u_memcpy(out.at, name->at + from, out.n);
    return out;
}

static bool ends_with(const UChar *text, const UChar *word)
{
    int32_t n = u_strlen(text), m = u_strlen(word);

    return n >= m && u_strcmp(text + n - m, word) == 0;
}

static bool is_refused(const UChar *word, enum reach reach, const UChar *text, bool is_whole)
{
    switch (reach) {
    case WHOLE:
        return is_whole && u_strcmp(text, word) == 0;
    case AT_ENDS:
        return u_strncmp(text, word, u_strlen(word)) == 0 || ends_with(text, word);
    case PART:
        return u_strcmp(text, word) == 0;
    case ANYWHERE:
        return u_strstr(text, word) != NULL;
    }
    return false;
}

/* Whether a word refuses NAME, which is a whole name or a part of one. */
static enum name_flaw check_part(const struct name_rules *rules, const struct letters *name,
                                 bool is_whole)
{
    struct letters bare = without_digits(name);
    UChar text[2][WORD_SIZE];

    plain(rules, name, text[0]);
    plain(rules, &bare, text[1]);
    for (size_t i = 0; i < WORDS; i++)
        for (int form = 0; form < 2; form++)
            if (is_refused(rules->word[i], refused[i].reach, text[form], is_whole))
                return refused[i].flaw;
    return NAME_GOOD;
}

static enum name_flaw check_words(const struct name_rules *rules, const struct letters *name)
{
    enum name_flaw flaw = check_part(rules, name, true);

    for (int32_t from = 0, to; flaw == NAME_GOOD && from < name->n; from = to + 1) {
        struct letters part;

        for (to = from; to < name->n && !is_between(name->at[to]);)
            to++;
        part.n = to - from;
        u_memcpy(part.at, name->at + from, part.n);
        flaw = check_part(rules, &part, false);
    }
    return flaw;
}

/* --- Letters --- */

enum sort { LETTER, DIGIT, MARK, BETWEEN, OTHER };
enum { STROKE = 1 }; /* the combining class of what is drawn over a letter */

static enum sort sort_of(UChar32 c)
{
    if (is_between(c))
        return BETWEEN;
    switch (u_charType(c)) {
    case U_UPPERCASE_LETTER:
    case U_LOWERCASE_LETTER:
    case U_TITLECASE_LETTER:
    case U_MODIFIER_LETTER:
    case U_OTHER_LETTER:
        return LETTER;
    case U_DECIMAL_DIGIT_NUMBER:
        return DIGIT;
    case U_NON_SPACING_MARK:
    case U_COMBINING_SPACING_MARK:
        return MARK;
    default:
        return OTHER;
    }
}

/* Marks of a script are its own business. Those that any letter may have are for scripts in
 * which names are written with such; strokes through letters are for none. */
static bool may_mark(UChar32 mark, UChar32 before)
{
    UErrorCode error = U_ZERO_ERROR;
    UScriptCode script;

    if (sort_of(before) == MARK)
        return u_getCombiningClass(mark) != STROKE;
    if (sort_of(before) != LETTER || u_getCombiningClass(mark) == STROKE)
        return false;
    script = uscript_getScript(before, &error);
    return uscript_getScript(mark, &error) != USCRIPT_INHERITED || script == USCRIPT_LATIN ||
           script == USCRIPT_GREEK || script == USCRIPT_CYRILLIC;
}

/* Letters with few marks, digits, and single hyphens between them; at least one letter. */
static enum name_flaw check_letters(const struct letters *name)
{
    enum sort before = BETWEEN, sort = BETWEEN;
    UErrorCode error = U_ZERO_ERROR;
    int32_t marks = 0, letters = 0, count;
    UChar32 c[LETTERS_MAX];

    u_strToUTF32(c, LETTERS_MAX, &count, name->at, name->n, &error);
    if (U_FAILURE(error))
        return NAME_LETTERS;
    for (int32_t i = 0; i < count; i++, before = sort) {
        sort = sort_of(c[i]);
        marks = sort == MARK ? marks + 1 : 0;
        letters += sort == LETTER;
        if (sort == OTHER || (before == BETWEEN && sort == BETWEEN) || marks > MARKS_MAX ||
            (sort == MARK && (i == 0 || !may_mark(c[i], c[i - 1]))))
            return NAME_LETTERS;
    }
    if (sort == BETWEEN || !letters)
        return NAME_LETTERS;
    return count < NAME_LEAST || count > NAME_MOST ? NAME_LENGTH : NAME_GOOD;
}

static enum name_flaw check_scripts(const struct name_rules *rules, const struct letters *name)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t found = uspoof_check(rules->spoof, name->at, name->n, NULL, &error);

    return U_SUCCESS(error) && found == 0 ? NAME_GOOD : NAME_SCRIPTS;
}

/* --- Reading --- */

/* TEXT in normal form; false if it is no UTF-8 or far too long. */
static bool read_letters(const struct name_rules *rules, const char *text, size_t len,
                         struct letters *out)
{
    struct letters given;
    UErrorCode error = U_ZERO_ERROR;

    if (len > LETTERS_MAX)
        return false;
    u_strFromUTF8(given.at, LETTERS_MAX, &given.n, text, (int32_t)len, &error);
    out->n = unorm2_normalize(rules->normal, given.at, given.n, out->at, LETTERS_MAX, &error);
    return U_SUCCESS(error);
}

static bool write_text(const struct letters *letters, char *out, int32_t size)
{
    UErrorCode error = U_ZERO_ERROR;
    int32_t n;

    u_strToUTF8(out, size - 1, &n, letters->at, letters->n, &error);
    if (U_FAILURE(error))
        return false;
    out[n] = '\0';
    return n > 0;
}

enum name_flaw name_read(const struct name_rules *rules, const char *text, size_t len,
                         struct account_name *out)
{
    struct letters name, likeness;
    enum name_flaw flaw;

    if (!read_letters(rules, text, len, &name))
        return NAME_LENGTH;
    flaw = name.n > 0 ? check_letters(&name) : NAME_LENGTH;
    if (flaw == NAME_GOOD)
        flaw = check_scripts(rules, &name);
    if (flaw == NAME_GOOD)
        flaw = check_words(rules, &name);
    if (flaw != NAME_GOOD)
        return flaw;
    find_likeness(rules, &name, &likeness);
    return write_text(&name, out->text, sizeof out->text) &&
                   write_text(&likeness, out->likeness, sizeof out->likeness)
               ? NAME_GOOD
               : NAME_LENGTH;
}

/* --- The tables --- */

/* Letters that are in use today, by Unicode's recommendation, all of one script. */
static void set_up_spoof(USpoofChecker *spoof, UErrorCode *error)
{
    USet *written = uset_openEmpty();

    uset_addAll(written, uspoof_getRecommendedSet(error));
    uset_add(written, '-');
    uspoof_setChecks(spoof,
                     USPOOF_RESTRICTION_LEVEL | USPOOF_INVISIBLE | USPOOF_MIXED_NUMBERS |
                         USPOOF_HIDDEN_OVERLAY | USPOOF_CHAR_LIMIT,
                     error);
    uspoof_setRestrictionLevel(spoof, USPOOF_SINGLE_SCRIPT_RESTRICTIVE);
    uspoof_setAllowedChars(spoof, written, error);
    uset_close(written);
}

struct name_rules *name_rules_open(void)
{
    struct name_rules *rules = calloc(1, sizeof *rules);
    UErrorCode error = U_ZERO_ERROR;

    if (!rules)
        return NULL;
    rules->normal = unorm2_getNFKCInstance(&error);
    rules->spoof = uspoof_open(&error);
    if (U_SUCCESS(error))
        set_up_spoof(rules->spoof, &error);
    for (size_t i = 0; U_SUCCESS(error) && i < WORDS; i++) {
        struct letters word;

        if (!read_letters(rules, refused[i].text, strlen(refused[i].text), &word))
            error = U_ILLEGAL_ARGUMENT_ERROR;
        else
            plain(rules, &word, rules->word[i]);
    }
    if (U_SUCCESS(error))
        return rules;
    name_rules_close(rules);
    return NULL;
}

void name_rules_close(struct name_rules *rules)
{
    if (rules)
        uspoof_close(rules->spoof);
    free(rules);
}
