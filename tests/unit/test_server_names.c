/* Names of accounts: what they may consist of, which look alike, which are refused. */
#include "unit.h"

#include "account_name.h"

static struct name_rules *rules;

static int open_rules(void **state)
{
    (void)state;
    rules = name_rules_open();
    return rules ? 0 : -1;
}

static int close_rules(void **state)
{
    (void)state;
    name_rules_close(rules);
    return 0;
}

static enum name_flaw read_name(const char *text, struct account_name *out)
{
    return name_read(rules, text, strlen(text), out);
}

static void names(void **state)
{
    static const struct {
        const char *text;
        enum name_flaw flaw;
    } row[] = {
        {"Ada", NAME_GOOD},
        {"ada-lovelace", NAME_GOOD},
        {"a_b-c", NAME_GOOD},
        {"r2d2", NAME_GOOD},
        {"Zoë", NAME_GOOD},
        {"Straße", NAME_GOOD},
        {"Łukasz", NAME_GOOD},
        {"Ñandú", NAME_GOOD},
        {"Владимир", NAME_GOOD},
        {"Αλέξανδρος", NAME_GOOD},
        {"さくら", NAME_GOOD},
        {"東京タワー", NAME_GOOD}, /* Japanese is written in several scripts */
        {"김민수", NAME_GOOD},
        {"שלום", NAME_GOOD},
        {"محمد", NAME_GOOD},
        {"प्रिया", NAME_GOOD},
        {"twentylettersexactly", NAME_GOOD},
        {"twentyonelettersrealy", NAME_LENGTH},
        {"", NAME_LENGTH},
        {"ab", NAME_LENGTH},
        {"ａｄａ", NAME_GOOD}, /* the same as ada */
        {"ada lovelace", NAME_LETTERS},
        {" ada", NAME_LETTERS},
        {"ada\t", NAME_LETTERS},
        {"-ada", NAME_LETTERS},
        {"ada_", NAME_LETTERS},
        {"a--da", NAME_LETTERS},
        {"a-_da", NAME_LETTERS},
        {"123", NAME_LETTERS},
        {"a.b.c", NAME_LETTERS},
        {"<b>ada", NAME_LETTERS},
        {"ada\"", NAME_LETTERS},
        {"ada\xe2\x80\x8b", NAME_LETTERS},    /* zero width space */
        {"ada\xe2\x80\xaeobi", NAME_LETTERS}, /* right to left from here */
        {"a\xc2\xad"
         "da",
         NAME_LETTERS},                    /* soft hyphen */
        {"ada\xef\xb8\x8f", NAME_SCRIPTS}, /* variation selector */
        {"☃☃☃", NAME_LETTERS},
        {"😀😀😀", NAME_LETTERS},
        {"z\xcc\x80\xcc\x81\xcc\x82\xcc\x83oe", NAME_LETTERS}, /* many accents on one letter */
        {"a\xcc\xb6"
         "da",
         NAME_LETTERS}, /* struck through */
        {"\xea\xb0\x84\xea\xb0\x81\xea\xb0\x80\xcc\x88",
         NAME_LETTERS},                 /* Hangul has no dots above */
        {"Ada1\xcc\x81", NAME_LETTERS}, /* nor have digits accents */
        {"Yor\xe1\xbb\x8d\xcc\x81"
         "ba",
         NAME_GOOD},                   /* two marks on one letter */
        {"Adа", NAME_SCRIPTS},         /* the last letter is Cyrillic */
        {"ΑdaLovelace", NAME_SCRIPTS}, /* the first is Greek */
        {"ada１", NAME_GOOD},          /* a wide digit is a digit */
        {"ada٣", NAME_SCRIPTS},        /* an Arabic one is of another script */
        {"ᚠᚢᚦ", NAME_SCRIPTS},         /* runes */
        {"\xff\xfe\xfd", NAME_LENGTH},
        {"ad\xc3", NAME_LENGTH},
        {"admin", NAME_RESERVED},
        {"Admin", NAME_RESERVED},
        {"4dm1n", NAME_RESERVED},
        {"a-d-m-i-n", NAME_RESERVED},
        {"admin42", NAME_RESERVED},
        {"SuperAdmin", NAME_RESERVED},
        {"the-admins", NAME_RESERVED},
        {"administrator", NAME_RESERVED},
        {"аdmin", NAME_SCRIPTS},
        {"Moderator", NAME_RESERVED},
        {"rnoderator", NAME_RESERVED}, /* r n for m */
        {"alibi", NAME_RESERVED},
        {"alibi-team", NAME_RESERVED},
        {"Jack", NAME_RESERVED},
        {"jack7", NAME_RESERVED},
        {"Jacqueline", NAME_GOOD},
        {"jack-daw", NAME_GOOD},
        {"Detective", NAME_RESERVED},
        {"guest", NAME_RESERVED},
        {"open", NAME_RESERVED},
        {"level1", NAME_RESERVED},
        {"LeveI5", NAME_RESERVED}, /* a capital i */
        {"level99", NAME_RESERVED},
        {"champion", NAME_RESERVED},
        {"null", NAME_RESERVED},
        {"deleted", NAME_RESERVED},
        {"Deleted1234", NAME_RESERVED},
        {"badminton", NAME_GOOD},
        {"fuck", NAME_RUDE},
        {"FuckYou", NAME_RUDE},
        {"fuuuuck", NAME_RUDE},
        {"f_u_c_k", NAME_RUDE},
        {"5h1t", NAME_RUDE},
        {"sh1thead", NAME_RUDE},
        {"n1gg3r", NAME_RUDE},
        {"Arschl0ch", NAME_RUDE},
        {"wíchser", NAME_RUDE},
        {"scheiße", NAME_RUDE},
        {"5ch3i55e", NAME_RUDE},
        {"enculé", NAME_RUDE},
        {"c0nnard", NAME_RUDE},
        {"cabrón", NAME_RUDE},
        {"m1erda", NAME_RUDE},
        {"hij0-de-puta", NAME_RUDE},
        {"ass", NAME_RUDE},
        {"a55", NAME_RUDE},
        {"smart-ass", NAME_RUDE},
        {"puta99", NAME_RUDE},
        {"coño", NAME_RUDE},
        {"hitler88", NAME_RUDE},
        {"хуй", NAME_RUDE},
        {"ХУЙ", NAME_RUDE},
        {"х-у-й", NAME_RUDE},
        {"хуууй", NAME_RUDE},
        {"Мудак88", NAME_RUDE},
        {"пиzдец", NAME_SCRIPTS},
        {"пиздец", NAME_RUDE},
        {"Пuздец", NAME_SCRIPTS},
        {"злая_сука", NAME_RUDE},
        {"долбоёб", NAME_RUDE},
        {"д0лб0еб", NAME_RUDE},
        {"гівно", NAME_RUDE},
        {"довбойоб", NAME_RUDE},
        {"Админ", NAME_RESERVED},
        {"адмін7", NAME_RESERVED},
        {"μαλάκας", NAME_RUDE},
        {"ΜΑΛΑΚΑΣ", NAME_RUDE},
        {"μαλακααας", NAME_RUDE},
        {"ο-μαλάκας", NAME_RUDE},
        {"Πουτάνα1", NAME_RUDE},
        {"σκατά", NAME_RUDE},
        {"διαχειριστής", NAME_RESERVED},
        /* Fine words with others inside them. */
        {"Scunthorpe", NAME_RUDE}, /* but not this one: nobody has to live there */
        {"Cassandra", NAME_GOOD},
        {"computer-fan", NAME_GOOD},
        {"Dominique", NAME_GOOD},
        {"Reputation", NAME_GOOD},
        {"Constance", NAME_GOOD},
        {"Hancock", NAME_GOOD},
        {"Therapist", NAME_GOOD},
        {"Classic", NAME_GOOD},
        {"Modern", NAME_GOOD},
        {"Essex", NAME_GOOD},
        {"Kartoffel", NAME_GOOD},
        {"Marsch", NAME_GOOD},
        {"Барсука", NAME_GOOD},
        {"Херсон", NAME_GOOD},
        {"колебать", NAME_GOOD},
        {"употреблять", NAME_GOOD},
        {"страхуй", NAME_GOOD},
        {"спорно", NAME_GOOD},
        {"Екатерина", NAME_GOOD},
        {"Олександра", NAME_GOOD},
        {"Жидачів", NAME_GOOD},
        {"μαλακός", NAME_GOOD},
        {"Αρχιδιάκονος", NAME_GOOD},
        {"Παναγιώτης", NAME_GOOD},
    };
    struct account_name out;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        enum name_flaw flaw = read_name(row[i].text, &out);

        CHECK(flaw == row[i].flaw, "%s: %d", row[i].text, flaw);
    }
}

/* A name that was read is in normal form, and reads as itself. */
static void normal_form(void **state)
{
    static const struct {
        const char *text, *name;
    } row[] = {
        {"ａｄａ", "ada"}, {"Zoe\xcc\x88", "Zoë"},           {"ﬁlip", "filip"},
        {"ada１", "ada1"}, {"Ada-Lovelace", "Ada-Lovelace"},
    };

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        struct account_name out, again;

        CHECK(read_name(row[i].text, &out) == NAME_GOOD, "%s", row[i].text);
        assert_string_equal(out.text, row[i].name);
        assert_int_equal(read_name(out.text, &again), NAME_GOOD);
        assert_string_equal(again.text, out.text);
        assert_string_equal(again.likeness, out.likeness);
    }
}

static void likeness(void **state)
{
    static const struct {
        const char *one, *two;
        bool alike;
    } row[] = {
        {"ada", "Ada", true},     {"ada", "ADA", true},
        {"ada", "a-d_a", true},   {"modern", "rnodern", true},
        {"lilli", "Iilli", true}, {"lilli", "1illi", true},
        {"oscar", "0scar", true}, {"Straße", "STRASSE", true},
        {"сара", "capa", true},  /* Cyrillic and Latin */
        {"Ηορε", "hope", false}, /* Greek: only some letters look the same */
        {"ada", "adam", false},   {"bob1", "bob2", false},
        {"zoe", "zoë", false},    {"maria", "mario", false},
    };
    struct account_name one, two;

    (void)state;
    for (size_t i = 0; i < COUNT(row); i++) {
        CHECK(read_name(row[i].one, &one) == NAME_GOOD, "%s", row[i].one);
        CHECK(read_name(row[i].two, &two) == NAME_GOOD, "%s", row[i].two);
        CHECK((strcmp(one.likeness, two.likeness) == 0) == row[i].alike, "%s %s: %s %s",
              row[i].one, row[i].two, one.likeness, two.likeness);
    }
}

int main(void)
{
    static const struct CMUnitTest tests[] = {
        cmocka_unit_test(names),
        cmocka_unit_test(normal_form),
        cmocka_unit_test(likeness),
    };

    return cmocka_run_group_tests(tests, open_rules, close_rules);
}
