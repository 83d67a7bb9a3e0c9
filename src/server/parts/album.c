/* The album: pages that are drawn, sheets that are being drawn with those who wait for them.
 * The thread gets a view that everybody may have, and nothing else. */
#include "server_parts.h"

#include "picture.h"

#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

enum {
    PAGES_MAX = 32,  /* pictures that are kept */
    SHEETS_MAX = 16, /* that are being drawn or wait for it */
};

struct page {
    char id[ID_SIZE];
    size_t seq;
    char *png;
    size_t len;
};

enum sheet_state { SHEET_FREE, SHEET_ASKED, SHEET_DRAWN };

struct sheet {
    enum sheet_state state; /* under the lock */
    struct alibi_view view;
    struct page page;
    struct visit *waiting; /* the loop's own, as are pages */
    uint64_t number;       /* sheets are drawn in this order */
};

struct album {
    int wake;
    pthread_t thread;
    pthread_mutex_t lock;
    pthread_cond_t work;
    bool stopping;
    struct sheet sheet[SHEETS_MAX];
    uint64_t asked;
    struct page page[PAGES_MAX];
    size_t next;           /* the page that is given up for a new picture */
    struct visit *waiting; /* for a picture that is there */
};

void album_view(const struct table *table, struct alibi_view *view)
{
    table_view_at(table, table->n_events,
                  table->about.status == TABLE_OVER ? ALIBI_AS_TRUTH : ALIBI_AS_PUBLIC, view);
}

/* --- The thread --- */

/* The sheet that was asked for first; NULL if there is none. */
static struct sheet *first_asked(struct album *album)
{
    struct sheet *first = NULL;

    for (struct sheet *s = album->sheet; s < album->sheet + SHEETS_MAX; s++)
        if (s->state == SHEET_ASKED && (!first || s->number < first->number))
            first = s;
    return first;
}

static void *run(void *arg)
{
    struct album *album = arg;
    uint64_t one = 1;

    (void)pthread_mutex_lock(&album->lock);
    while (!album->stopping) {
        struct sheet *s = first_asked(album);

        if (!s) {
            (void)pthread_cond_wait(&album->work, &album->lock);
            continue;
        }
        (void)pthread_mutex_unlock(&album->lock);
        s->page.png = picture_draw(&s->view, &s->page.len);
        (void)pthread_mutex_lock(&album->lock);
        s->state = SHEET_DRAWN;
        (void)!write(album->wake, &one, sizeof one);
    }
    (void)pthread_mutex_unlock(&album->lock);
    return NULL;
}

struct album *album_new(int wake)
{
    struct album *album = calloc(1, sizeof *album);

    if (!album)
        return NULL;
    album->wake = wake;
    (void)pthread_mutex_init(&album->lock, NULL);
    (void)pthread_cond_init(&album->work, NULL);
    if (pthread_create(&album->thread, NULL, run, album) == 0)
        return album;
    free(album);
    return NULL;
}

void album_free(struct album *album)
{
    if (!album)
        return;
    (void)pthread_mutex_lock(&album->lock);
    album->stopping = true;
    (void)pthread_cond_signal(&album->work);
    (void)pthread_mutex_unlock(&album->lock);
    (void)pthread_join(album->thread, NULL);
    for (size_t i = 0; i < SHEETS_MAX; i++)
        free(album->sheet[i].page.png);
    for (size_t i = 0; i < PAGES_MAX; i++)
        free(album->page[i].png);
    (void)pthread_mutex_destroy(&album->lock);
    (void)pthread_cond_destroy(&album->work);
    free(album);
}

/* --- The loop's side --- */

static bool is_of(const struct page *page, const struct table *table)
{
    return page->seq == table->n_events && strcmp(page->id, table->about.id) == 0;
}

static void answer(struct request *r, const struct page *page)
{
    char *copy = malloc(page->len ? page->len : 1);

    if (copy)
        memcpy(copy, page->png, page->len);
    request_text(r, 200, "image/png", copy, page->len);
}

/* The sheet on which TABLE is being drawn, or a free one; NULL if all are in use. */
static struct sheet *sheet_for(struct album *album, const struct table *table)
{
    struct sheet *free_one = NULL;

    for (struct sheet *s = album->sheet; s < album->sheet + SHEETS_MAX; s++) {
        if (s->state == SHEET_FREE)
            free_one = s;
        else if (is_of(&s->page, table))
            return s;
    }
    return free_one;
}

void album_show(struct album *album, const struct table *table, struct visit *v)
{
    struct sheet *s;

    for (struct page *p = album->page; p < album->page + PAGES_MAX; p++)
        if (p->png && is_of(p, table)) {
            answer(&v->r, p);
            return;
        }
    (void)pthread_mutex_lock(&album->lock);
    s = sheet_for(album, table);
    if (s && s->state == SHEET_FREE) {
        album_view(table, &s->view);
        memcpy(s->page.id, table->about.id, ID_SIZE);
        s->page.seq = table->n_events;
        s->number = album->asked++;
        s->state = SHEET_ASKED;
        (void)pthread_cond_signal(&album->work);
    }
    (void)pthread_mutex_unlock(&album->lock);
    if (!s) {
        request_refuse(&v->r, &request_no.too_many, NULL);
        return;
    }
    v->progress = VISIT_WAITING;
    v->next = s->waiting;
    s->waiting = v;
}

/* Glues a drawn sheet in; who waited for one that could not be drawn is told so. */
static void keep(struct album *album, struct sheet *s)
{
    struct visit **last = &s->waiting;

    for (; *last; last = &(*last)->next)
        if (!s->page.png)
            request_refuse(&(*last)->r, &request_no.memory, NULL);
    *last = album->waiting;
    album->waiting = s->waiting;
    s->waiting = NULL;
    if (s->page.png) {
        album->next = (album->next + 1) % PAGES_MAX;
        free(album->page[album->next].png);
        album->page[album->next] = s->page;
    }
    s->page = (struct page){.png = NULL};
    s->state = SHEET_FREE;
}

struct visit *album_collect(struct album *album)
{
    struct visit *v;

    (void)pthread_mutex_lock(&album->lock);
    for (struct sheet *s = album->sheet; s < album->sheet + SHEETS_MAX; s++)
        if (s->state == SHEET_DRAWN)
            keep(album, s);
    (void)pthread_mutex_unlock(&album->lock);
    v = album->waiting;
    if (v)
        album->waiting = v->next;
    return v;
}
