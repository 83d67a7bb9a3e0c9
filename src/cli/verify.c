/* alibi verify: checks that a game was dealt as its commitment promised. */
#include "app/commitment.h"
#include "cli.h"

/* What a seat has added is shown: only whoever has added it can tell whether it is that. */
static void tell(const struct alibi_record *record, size_t outcomes)
{
    printf("the deal is as promised: the commitment and %zu outcomes of chance agree\n",
           outcomes);
    for (int seat = 0; seat < 2; seat++) {
        const char *entropy = alibi_record_tag_get(record, opening_tag[seat]);

        if (entropy)
            printf("%s has added %s\n", alibi_seat_name((enum alibi_seat)seat), entropy);
    }
}

int cli_verify(const struct cli_verb *verb, int argc, char **argv)
{
    struct alibi_record *record;
    struct alibi_error err;
    size_t outcomes;
    int code = CLI_OK;

    if (cli_options(verb, argc, argv, NULL, 0, 1, 1) < 0)
        return CLI_USAGE;
    record = cli_read_record(argv[0]);
    if (!record)
        return CLI_FAILED;
    if (commitment_verify(record, &outcomes, &err) == ALIBI_OK)
        tell(record, outcomes);
    else
        code = cli_fail("%s: %s", argv[0], err.text);
    alibi_record_free(record);
    return code;
}
