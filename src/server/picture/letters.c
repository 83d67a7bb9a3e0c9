/* Letters on a grid, 9 high, drawn by a pen: M x y moves it, L x y draws a line, Q a b x y a
 * curve by way of a b. Lower case is written in small capitals. */
#include "letters.h"

#include <ctype.h>
#include <string.h>

enum { HEIGHT = 9 };
static const double SMALL = 0.78, GAP = 2.6;

static const struct letter {
    char sign, width;
    const char *pen;
} letter[] = {
    {'A', 6, "M09L30L69M16L56"},
    {'B', 6, "M04L34M09L00L30Q6062Q6434Q6466Q6939L09"},
    {'C', 6, "M62Q6030Q0004L05Q0939Q6967"},
    {'D', 6, "M09L00L20Q6064L65Q6929L09"},
    {'E', 5, "M50L00L09L59M04L44"},
    {'F', 5, "M50L00L09M04L44"},
    {'G', 6, "M62Q6030Q0004L05Q0939Q6965L35"},
    {'H', 6, "M00L09M60L69M04L64"},
    {'I', 0, "M00L09"},
    {'J', 4, "M40L46Q4929Q0907"},
    {'K', 6, "M00L09M60L05M24L69"},
    {'L', 5, "M00L09L59"},
    {'M', 8, "M09L00L46L80L89"},
    {'N', 6, "M09L00L69L60"},
    {'O', 6, "M30Q0004L05Q0939Q6965L64Q6030"},
    {'P', 6, "M09L00L30Q6062Q6535L05"},
    {'Q', 6, "M30Q0004L05Q0939Q6965L64Q6030M46L69"},
    {'R', 6, "M09L00L30Q6062Q6434L04M34L69"},
    {'S', 6, "M62Q6030Q0002Q0434Q6466Q6939Q0907"},
    {'T', 6, "M00L60M30L39"},
    {'U', 6, "M00L05Q0939Q6965L60"},
    {'V', 6, "M00L39L60"},
    {'W', 8, "M00L29L43L69L80"},
    {'X', 6, "M00L69M60L09"},
    {'Y', 6, "M00L34L60M34L39"},
    {'Z', 6, "M00L60L09L69"},
    {'0', 6, "M30Q0004L05Q0939Q6965L64Q6030"},
    {'1', 3, "M02L20L29"},
    {'2', 6, "M02Q0030Q6062Q6409L69"},
    {'3', 6, "M02Q0030Q6062Q6434Q6466Q6939Q0907"},
    {'4', 6, "M49L40L06L66"},
    {'5', 6, "M50L00L04L34Q6466Q6939Q0908"},
    {'6', 6, "M50Q0004L06Q0939Q6966Q6333Q0306"},
    {'7', 6, "M00L60L29"},
    {'8', 6, "M30Q0002Q0434Q6466Q6939Q0906Q0434Q6462Q6030"},
    {'9', 6, "M19Q6965L63Q6030Q0003Q0636Q6663"},
    {'.', 0, "M09L09"},
    {',', 1, "M18L19L09"},
    {':', 0, "M03L03M09L09"},
    {'-', 3, "M05L35"},
    {'/', 4, "M09L40"},
    {'\'', 0, "M00L02"},
    {'(', 2, "M20Q0004L05Q0929"},
    {')', 2, "M00Q2024L25Q2909"},
    {'?', 6, "M02Q0030Q6062Q6435L36M39L39"},
    {'!', 0, "M00L06M09L09"},
    {' ', 2, ""},
};

static const struct letter *find(char sign)
{
    sign = (char)toupper((unsigned char)sign);
    for (size_t i = 0; i < sizeof letter / sizeof letter[0]; i++)
        if (letter[i].sign == sign)
            return &letter[i];
    return find(' ');
}

/* The size of a point of the grid for this sign of a text whose capitals are SIZE high. */
static double unit(double size, char sign)
{
    return size / HEIGHT * (islower((unsigned char)sign) ? SMALL : 1);
}

double letters_width(double size, const char *text)
{
    double width = 0;

    for (const char *c = text; *c; c++)
        width += (find(*c)->width + GAP) * unit(size, *c);
    return width;
}

static void trace(cairo_t *cr, const char *pen, double x, double y, double u)
{
    while (*pen) {
        char verb = *pen++;
        double p[4] = {0};

        for (int i = 0; i < (verb == 'Q' ? 4 : 2); i++, pen++)
            p[i] = i % 2 ? y + (*pen - '0' - HEIGHT) * u : x + (*pen - '0') * u;
        if (verb == 'M') {
            cairo_move_to(cr, p[0], p[1]);
        } else if (verb == 'L') {
            cairo_line_to(cr, p[0], p[1]);
        } else {
            double ax, ay;

            cairo_get_current_point(cr, &ax, &ay);
            cairo_curve_to(cr, ax + (p[0] - ax) * 2 / 3, ay + (p[1] - ay) * 2 / 3,
                           p[2] + (p[0] - p[2]) * 2 / 3, p[3] + (p[1] - p[3]) * 2 / 3, p[2],
                           p[3]);
        }
    }
}

double letters_write(cairo_t *cr, double x, double y, double size, const char *text)
{
    cairo_set_line_width(cr, size * 0.13);
    cairo_set_line_cap(cr, CAIRO_LINE_CAP_ROUND);
    cairo_set_line_join(cr, CAIRO_LINE_JOIN_ROUND);
    for (const char *c = text; *c; c++) {
        const struct letter *l = find(*c);
        double u = unit(size, *c);

        cairo_new_path(cr);
        trace(cr, l->pen, x, y, u);
        cairo_stroke(cr);
        x += (l->width + GAP) * u;
    }
    return x;
}
