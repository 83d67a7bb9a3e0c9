/* What the app asks the people service for, to tell it to those who follow. */
#ifndef PEOPLE_PLAYER_NEWS_H
#define PEOPLE_PLAYER_NEWS_H

#include "people.h"

/* What the petition's guest, who may be its person, is to hear: the game that they have met
 * somebody for, and the challenges that are open. */
void news_answer(struct people *people, struct petition *petition);

/* Who those are that have seats in the games of the lobby, and how many wait for what. */
void lobby_answer(struct people *people, struct petition *petition);

/* Somebody as everybody may see them, with the ratings in GAME, as a member NAME. */
void news_person(struct people *people, const char *id, const char *game, const char *name,
                 struct json_out *out);

#endif
