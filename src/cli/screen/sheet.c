/* Sheets, menus, the prompt and scrolling: the keys that every screen shares. */
#include "desk.h"

#include <stdlib.h>
#include <string.h>

void desk_list_clear(struct desk_list *list)
{
    free(list->row);
    *list = (struct desk_list){.n = 0};
}

void desk_add(struct desk_list *list, enum style style, const char *text)
{
    struct desk_row *grown = realloc(list->row, (size_t)(list->n + 1) * sizeof *grown);

    if (!grown)
        return;
    list->row = grown;
    grown[list->n].style = (uint8_t)style;
    (void)snprintf(grown[list->n].text, sizeof grown->text, "%s", text);
    list->n++;
}

void desk_close(struct desk *desk)
{
    free(desk->sheet.text);
    desk_list_clear(&desk->sheet.menu);
    desk->sheet = (struct sheet){.open = false};
}

void desk_show(struct desk *desk, const char *title, const char *text)
{
    char *copy = strdup(text);

    desk_close(desk);
    desk->sheet.text = copy;
    desk->sheet.open = copy != NULL;
    (void)snprintf(desk->sheet.title, sizeof desk->sheet.title, "%s", title);
}

/* How far a key moves in a list or text; 0 if it does not. */
static int step_of(int code, int page)
{
    switch (code) {
    case K_UP:
    case 'k':
        return -1;
    case K_DOWN:
    case 'j':
        return 1;
    case K_WHEEL_UP:
        return -3;
    case K_WHEEL_DOWN:
        return 3;
    case K_PAGE_UP:
        return -page;
    case K_PAGE_DOWN:
    case ' ':
        return page;
    case K_HOME:
        return -100000;
    case K_END:
        return 100000;
    default:
        return 0;
    }
}

static int clamp(int n, int low, int high)
{
    return n > high ? high > low ? high : low : n < low ? low : n;
}

bool desk_sheet_key(struct desk *desk, struct key key, int *chosen)
{
    struct sheet *sheet = &desk->sheet;
    int page = desk->height - 8, width = desk->width > 100 ? 98 : desk->width - 2;
    struct hit hit = key.code == K_CLICK ? desk_hit(desk, key.x, key.y) : (struct hit){0, 0};

    *chosen = -1;
    if (!sheet->open)
        return false;
    if (step_of(key.code, page)) {
        int lines = sheet->text
                        ? grid_wrap(NULL, (struct rect){0, 0, width, 0}, PLAIN, sheet->text, 0)
                        : 0;

        sheet->scroll = clamp(sheet->scroll + step_of(key.code, page), 0, lines - page);
        sheet->menu.at = clamp(sheet->menu.at + step_of(key.code, page), 0, sheet->menu.n - 1);
        return true;
    }
    if (!sheet->text && (key.code == K_ENTER || hit.what == HIT_ROW))
        *chosen = hit.what == HIT_ROW ? hit.n : sheet->menu.at;
    else if (key.code == K_ESC || key.code == K_ENTER || key.code == 'q' ||
             key.code == K_CLICK || key.code == K_BACK)
        desk_close(desk);
    return true;
}

bool desk_ask_key(struct desk *desk, struct key key, bool *done)
{
    size_t n = strlen(desk->line);

    *done = false;
    if (!desk->asking)
        return false;
    if (key.code >= ' ' && key.code < 127 && n + 1 < sizeof desk->line) {
        desk->line[n] = (char)key.code;
        desk->line[n + 1] = '\0';
    } else if (key.code == K_BACK && n > 0) {
        desk->line[n - 1] = '\0';
    } else if (key.code == K_ESC || key.code == K_BACK) {
        desk->asking = false;
    } else if (key.code == K_ENTER) {
        desk->asking = false;
        *done = n > 0;
    }
    return true;
}

bool desk_log_key(struct desk *desk, struct key key)
{
    int step = key.code == K_PAGE_UP || key.code == K_WHEEL_UP       ? 3
               : key.code == K_PAGE_DOWN || key.code == K_WHEEL_DOWN ? -3
                                                                     : 0;

    if (step)
        desk->back = clamp(desk->back + step, 0, 2 * (int)desk->story->n_lines);
    return step != 0;
}
