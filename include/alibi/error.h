/* Errors: how a function reports bad input.
 *
 * A function returns ALIBI_OK (0) or a negative status and, if the caller passed an
 * alibi_error, fills it. That is for bad input and a failing system; our own bugs assert.
 *
 * A refusal is data: a code, the id of the rule, and arguments by name. It is declared once, as
 * a constant, with its sentence in English: one line, lower case, saying what was expected. A
 * program that speaks another language makes its own sentence from code and arguments. */
#ifndef ALIBI_ERROR_H
#define ALIBI_ERROR_H

#include <stdbool.h>
#include <stddef.h>

/* Goes before the declaration of every exported function and table, for C and C++. It contains
 * `extern`. */
#if defined(__cplusplus)
#define ALIBI_LINKAGE extern "C"
#else
#define ALIBI_LINKAGE extern
#endif
#if defined(__GNUC__)
#define ALIBI_API               ALIBI_LINKAGE __attribute__((visibility("default")))
#define ALIBI_PRINTF(fmt, args) __attribute__((format(printf, fmt, args)))
#else
#define ALIBI_API ALIBI_LINKAGE
#define ALIBI_PRINTF(fmt, args)
#endif

enum alibi_status {
    ALIBI_OK = 0,
    ALIBI_BAD_TEXT = -1,     /* the text does not follow the grammar */
    ALIBI_BAD_MOVE = -2,     /* well formed, but the rules forbid it here */
    ALIBI_BAD_POSITION = -3, /* well formed, but it cannot arise in play */
    ALIBI_NO_MEMORY = -4,
    ALIBI_SYSTEM = -5, /* the machine could not do it: a file, a disk, a thread */
};

enum {
    ALIBI_ARGS_MAX = 4,   /* arguments that a refusal can have */
    ALIBI_ARG_SIZE = 64,  /* bytes of an argument, NUL included; longer ones are cut */
    ALIBI_NAME_SIZE = 16, /* bytes of an argument's name, NUL included */
};

/* An argument that is a word and must be translated: its code for programs, and English. Names,
 * numbers and notation are the same in every language and need none of this. */
struct alibi_word {
    const char *code, *english;
};

struct alibi_refusal {
    const char *code;               /* "london.exit-cordon", unique in the program */
    const char *rule;               /* "L-6.4"; NULL if none, or if the caller passes it */
    const char *english;            /* "a cordon closes the exit {exit}", "there is {*thing}" */
    const struct alibi_word *words; /* for arguments with *, up to {NULL, NULL}; or NULL */
};

/* Initialises a refusal from code, rule, English and, if there are any, words. */
#define ALIBI_REFUSAL(...) ALIBI_REFUSAL_OF(__VA_ARGS__, NULL, 0)
#define ALIBI_REFUSAL_OF(code, rule, english, words, ...)                                      \
    {                                                                                          \
        (code), (rule), (english), (words)                                                     \
    }

struct alibi_error {
    enum alibi_status status;
    size_t offset;  /* the byte of the input where it went wrong */
    char text[240]; /* in English: one line, no newline, the rule's id first */
    const struct alibi_refusal *refusal; /* NULL: the system failed, as the text says */
    const char *rule;                    /* NULL if no rule is concerned */
    int n_args;
    char arg[ALIBI_ARGS_MAX][ALIBI_ARG_SIZE]; /* in the order of the placeholders */
};

/* Fills ERR (which may be NULL) and returns STATUS, so that a parser can say
 * `return alibi_refuse(err, ALIBI_BAD_TEXT, at, &no_round, ALIBI_WITH("0", "8"));`. WITH are
 * the arguments in the order in which the English sentence names them; NULL for none. */
ALIBI_API int alibi_refuse(struct alibi_error *err, enum alibi_status status, size_t offset,
                           const struct alibi_refusal *refusal, const char *const *with);

/* Refuses a well-formed move; for a game's `forbids`. */
ALIBI_API void alibi_forbid(struct alibi_error *err, const struct alibi_refusal *refusal,
                            const char *const *with);

/* As alibi_refuse, with a RULE that the refusal itself does not name. */
ALIBI_API int alibi_refuse_by(struct alibi_error *err, enum alibi_status status, size_t offset,
                              const struct alibi_refusal *refusal, const char *rule,
                              const char *const *with);

/* The arguments, which are all texts. Write a number as `alibi_number(n).text`; it lives until
 * the call returns. */
#define ALIBI_WITH(...) ((const char *const[]){__VA_ARGS__, NULL})

struct alibi_number {
    char text[24];
};

ALIBI_API struct alibi_number alibi_number(size_t n);

/* The name of argument I of REFUSAL; false beyond the last. */
ALIBI_API bool alibi_refusal_arg(const struct alibi_refusal *refusal, int i,
                                 char name[ALIBI_NAME_SIZE]);

/* Every refusal of the library, up to a NULL; each game has a list of its own. */
ALIBI_API const struct alibi_refusal *const *alibi_refusals(void);

/* Fills ERR (which may be NULL) and returns STATUS when the system failed: there is a text, but
 * no refusal. */
ALIBI_API int alibi_fail(struct alibi_error *err, enum alibi_status status, size_t offset,
                         const char *format, ...) ALIBI_PRINTF(4, 5);

/* The line and column of byte OFFSET of TEXT, both counted from 1. */
ALIBI_API void alibi_locate(const char *text, size_t offset, size_t *line, size_t *column);

#endif
