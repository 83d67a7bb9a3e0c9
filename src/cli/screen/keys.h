/* What comes from the keyboard and the mouse. */
#ifndef SCREEN_KEYS_H
#define SCREEN_KEYS_H

/* Printable ASCII is its own code. */
enum {
    K_NONE = 0, /* nothing came in time */
    K_TAB = 9,
    K_ENTER = 10,
    K_ESC = 27,
    K_BACK = 127,
    K_UP = 256,
    K_DOWN,
    K_LEFT,
    K_RIGHT,
    K_PAGE_UP,
    K_PAGE_DOWN,
    K_HOME,
    K_END,
    K_CLICK, /* at x, y */
    K_WHEEL_UP,
    K_WHEEL_DOWN,
    K_RESIZE,
    K_PASTE,     /* the keys that follow were pasted, */
    K_PASTE_END, /* up to this */
    K_OTHER,     /* a key that nothing listens to */
};

struct key {
    int code;
    int x, y; /* of the mouse */
};

#endif
