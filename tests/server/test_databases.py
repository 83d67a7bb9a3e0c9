"""Several databases as one store: games are found wherever they are, and moved from one to another
while people play them and whoever moves them is killed; nothing that was acknowledged is lost,
doubled or taken back, and nobody is told that there is no such game.

ALIBI_FAULTS=100 in the environment kills the mover as often; a few times otherwise."""

import os
import random
import subprocess
import sys
import time

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from helpers import LONG, PATIENCE, PROGRAM, Client, Server, Stream, main, path_of, play_turn  # noqa: E402
from postgres import Postgres, WithPostgres, new_database, programs, run_sql  # noqa: E402
from test_nodes import Wanderer  # noqa: E402
import test_crash  # noqa: E402

FAULTS = int(os.environ.get("ALIBI_FAULTS", "8"))
HERE = os.path.dirname(os.path.abspath(__file__))


def store_options(urls):
    return [word for url in urls for word in ("--store", url)]


class Node(Server):
    """A server on several databases; its folder has its log."""

    def __init__(self, urls, *args):
        self.urls = list(urls)
        super().__init__(*args)

    def start(self, port="0"):
        self.store = store_options(self.urls)
        super().start(port)


def store(*words):
    """What `alibi store` says, and its exit code."""
    done = subprocess.run([PROGRAM, "store", *words], capture_output=True, text=True)
    return done.returncode, done.stdout.strip(), done.stderr.strip()


def games_in(url):
    """The games that are in a database and somebody's."""
    return set(run_sql(url, "SELECT id FROM game WHERE gone = 0").split())


def wait_until(ready):
    deadline = time.monotonic() + PATIENCE
    while not ready():
        assert time.monotonic() < deadline
        time.sleep(0.02)


class Lock:
    """Somebody who holds a lock in a database until it is let go."""

    def __init__(self, url, sql):
        psql = [os.path.join(programs(), "psql"), "-qAtX", "-d", url]
        self.process = subprocess.Popen(psql, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)  # fmt: skip
        self.process.stdin.write("BEGIN; %s; SELECT 'held';\n" % sql)
        self.process.stdin.flush()
        while "held" not in self.process.stdout.readline():
            assert self.process.poll() is None

    def release(self):
        self.process.communicate("ROLLBACK;\n")


def wait_for_waiter(url):
    """Until somebody waits for a lock in that database."""
    name = url.rsplit("/", 1)[1]
    wait_until(lambda: int(run_sql(url, "SELECT count(*) FROM pg_stat_activity WHERE"
                                   " datname = '%s' AND wait_event_type = 'Lock'" % name)) > 0)  # fmt: skip


class Databases(WithPostgres, test_crash.Crash):
    def setUp(self):
        self.urls = [new_database(self.postgres.url) for _ in range(3)]
        self.nodes = []

    def node(self, urls, *args):
        self.nodes.append(Node(urls, *args))
        self.addCleanup(self.nodes[-1].close)
        return self.nodes[-1]

    def visitor(self, node, cookie=None):
        client = Client(node)
        client.cookie = cookie
        self.addCleanup(client.close)
        return client

    def good(self, *words):
        code, said, why = store(*words)
        self.assertEqual((code, why), (0, ""), said)
        return said

    def check_whole(self, ids):
        """Every game is in one database, once, with all that belongs to it and nothing else."""
        urls = {url for node in self.nodes for url in node.urls}
        found = [id for url in urls for id in games_in(url)]
        self.assertEqual(len(found), len(set(found)))
        self.assertLessEqual(set(ids), set(found))
        for url in urls:
            self.assertEqual(run_sql(url, "SELECT game FROM event WHERE game NOT IN (SELECT id FROM game)"), "")  # fmt: skip
            self.assertEqual(run_sql(url, "SELECT game FROM holder WHERE game NOT IN (SELECT id FROM game)"), "")  # fmt: skip
            self.assertEqual(run_sql(url, "SELECT id FROM game WHERE seq <> (SELECT count(*) FROM event WHERE game = id)"), "")  # fmt: skip
            self.assertEqual(run_sql(url, "SELECT id FROM game WHERE gone < 0"), "")
            self.assertEqual(store("check", url)[0], 0)

    # --- As one store ---

    def check_program(self, *command, **environment):
        done = subprocess.run(command, env={**os.environ, **environment}, capture_output=True, text=True)  # fmt: skip
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_suite_of_stores(self):
        suite = os.path.join(os.path.dirname(PROGRAM), "test_server_store")
        for urls in (self.urls[:2], self.urls):
            self.check_program(suite, *urls)

    def test_server(self):
        for name in ("games", "seats", "onward"):
            with self.subTest(name):
                self.check_program(sys.executable, os.path.join(HERE, f"test_{name}.py"), PROGRAM,
                                   ALIBI_TEST_POSTGRES=self.postgres.url, ALIBI_TEST_DATABASES="3")  # fmt: skip

    def test_lists(self):
        node = self.node(self.urls)
        person, other = self.visitor(node), self.visitor(node)
        ids = [person.create(LONG, jack="open", public=True)["id"] for _ in range(12)]
        ids += [person.create(LONG, public=True)["id"] for _ in range(3)]
        self.assertGreater(sum(len(games_in(url)) > 0 for url in self.urls), 1)
        mine = [game["id"] for game in person.get("/api/games").json["games"]]
        self.assertEqual(mine, ids[::-1])
        lobby = [game["id"] for game in other.get("/api/lobby").json["games"]]
        self.assertEqual(lobby, [*ids[:12][::-1], *ids[12:][::-1]])
        self.assertEqual(node.stop(), 0)
        node.urls.reverse()  # the order in which they are named does not matter
        node.restart()
        person.close()
        self.assertEqual([game["id"] for game in person.get("/api/games").json["games"]], mine)

    # --- Moving ---

    def test_one_game(self):
        """It is all there afterwards, and its streams go on."""
        node = self.node(self.urls[:2])
        person = self.visitor(node)
        id = person.create(LONG)["id"]
        stream = Stream(person, id)
        self.addCleanup(stream.close)
        rng = random.Random(1)
        here, there = self.urls[:2] if id in games_in(self.urls[0]) else self.urls[1::-1]
        for _ in range(3):
            seat = person.state(id)["to_act"]
            before = person.state(id, **{"as": seat})
            self.assertEqual(self.good("move", id, here, there), "1 game moved, 0 stuck")
            self.assertEqual(self.good("move", id, here, there), "0 games moved, 0 stuck")
            self.assertEqual((id in games_in(here), id in games_in(there)), (False, True))
            self.assertEqual(person.state(id, **{"as": seat}), before)
            self.assertIn(id, [g["id"] for g in person.get("/api/games").json["games"]])
            done = play_turn(rng, person, id, seat, before)[0]
            stream.wait_for(done["seq"])
            here, there = there, here
        self.good("move", id, here, there)
        run_sql(there, "UPDATE game SET epoch = 0")  # as after it was restored
        self.good("move", id, there, here)
        self.assertEqual(person.state(id)["seq"], done["seq"])
        self.check_whole([id])

    def test_the_same_request_after_one_more(self):
        """A game that was made before there was another database is found by its request."""
        node = self.node(self.urls[:1])
        person = self.visitor(node)
        made = {key: person.create(LONG, request=key)["id"] for key in ("a%d" % n for n in range(8))}
        self.assertEqual(node.stop(), 0)
        node.urls = self.urls
        node.restart()
        for key, id in made.items():
            person.close()
            self.assertEqual(person.create(LONG, request=key)["id"], id)
        self.assertEqual(games_in(self.urls[1]) | games_in(self.urls[2]), set())
        self.good("spread", *self.urls)
        self.assertGreater(len(games_in(self.urls[1]) | games_in(self.urls[2])), 0)
        for key, id in made.items():
            self.assertEqual(person.create(LONG, request=key)["id"], id)
        self.check_whole(made.values())

    def about_to_go(self):
        """A game, its owner, where it is, and where it is to go."""
        person = self.visitor(self.node(self.urls[:2]))
        id = person.create(LONG)["id"]
        here, there = self.urls[:2] if id in games_in(self.urls[0]) else self.urls[1::-1]
        return person, id, here, there

    def stop_on_the_way(self, id, here, there):
        """The game is nobody's, and its mover waits for the lock."""
        lock = Lock(there, "INSERT INTO event (game, seq, kind, actor, text) VALUES ('%s', 1, 0, 0, '')" % id)  # fmt: skip
        mover = subprocess.Popen([PROGRAM, "store", "move", id, here, there], stdout=subprocess.DEVNULL)  # fmt: skip
        wait_for_waiter(there)
        return lock, mover

    def test_killed_before_it_is_brought(self):
        person, id, here, there = self.about_to_go()
        seat = person.state(id)["to_act"]
        before = person.state(id, **{"as": seat})
        lock, mover = self.stop_on_the_way(id, here, there)
        mover.kill()
        mover.wait()
        token = before["legal"][0]["token"]
        self.assertEqual(person.get(path_of(id), 503).code, "busy")
        self.assertEqual(person.moves(id, seat, before["seq"], [token], "k", 503).code, "busy")
        self.assertIn(id, [g["id"] for g in person.get("/api/games").json["games"]])
        other = self.visitor(person.server)
        self.assertEqual(other.get(path_of("a" * 12), 404).code, "not-found")
        lock.release()
        self.good("move", id, here, there)
        self.assertEqual(person.state(id, **{"as": seat}), before)
        person.moves(id, seat, before["seq"], [token], "k")
        self.check_whole([id])

    def test_killed_before_it_is_removed(self):
        """It is there already, and played on, and goes back before the first move is finished."""
        person, id, here, there = self.about_to_go()
        lock = Lock(here, "SELECT 1 FROM holder FOR UPDATE")
        mover = subprocess.Popen([PROGRAM, "store", "move", id, here, there], stdout=subprocess.DEVNULL)  # fmt: skip
        wait_for_waiter(here)
        mover.kill()
        mover.wait()
        seat = person.state(id)["to_act"]
        done = play_turn(random.Random(1), person, id, seat, person.state(id, **{"as": seat}))[0]
        lock.release()
        self.good("move", id, there, here)
        self.assertEqual(person.state(id)["seq"], done["seq"])
        self.check_whole([id])
        self.assertIn(id, games_in(here))

    def test_who_leaves_meanwhile(self):
        """Whoever leaves every game has left one that was on its way, too."""
        person, id, here, there = self.about_to_go()
        guest = run_sql(here, "SELECT guest FROM holder LIMIT 1").strip()
        lock, mover = self.stop_on_the_way(id, here, there)
        self.assertEqual(person.ask("POST", "/api/guest/leave", "{}").status, 200)
        lock.release()
        self.assertEqual(mover.wait(PATIENCE), 0)
        for url in self.urls[:2]:
            self.assertEqual(run_sql(url, "SELECT 1 FROM holder WHERE guest = '%s'" % guest), "")

    def test_where_it_went_is_not_known(self):
        """A server that does not know the other database does not say that there is no game."""
        person, id, here, there = self.about_to_go()
        self.good("move", id, here, there)
        lonely = self.visitor(self.node([here]), person.cookie)
        self.assertEqual(lonely.get(path_of(id), 503).code, "busy")
        code, _, why = store("spread", here, self.urls[2])
        self.assertEqual((code, why), (0, ""))
        self.assertEqual(person.state(id)["id"], id)

    def play(self, n=3):
        players = [Wanderer(self.nodes, number) for number in range(n)]
        for player in players:
            self.addCleanup(player.client.close)
            player.start()
        return players

    def let_move(self, players):
        """Until each of them has made some more moves."""
        sent = [player.sent for player in players]
        for player, before in zip(players, sent):
            wait_until(lambda p=player, n=before: p.sent > n + 3 or p.failure)

    def make_everywhere(self, maker):
        """Makes games until there is a new one in each database; their ids."""
        before = [games_in(url) for url in self.urls]
        made = set()

        def is_everywhere():
            made.add(maker.create("null")["id"])
            return all((games_in(url) - old) & made for url, old in zip(self.urls, before))

        wait_until(is_everywhere)
        return sorted(made)

    def kill_movers(self, rng):
        """Games go from here to there all the time, and those who move them are killed."""
        killed = 0
        while killed < FAULTS:
            first, *others = rng.sample(self.urls, 3)
            words = rng.choice((["spread", *self.urls], ["drain", first, *others]))
            mover = subprocess.Popen([PROGRAM, "store", *words], stdout=subprocess.DEVNULL)
            try:
                self.assertEqual(mover.wait(rng.uniform(0.1, 0.8)), 0)
            except subprocess.TimeoutExpired:
                mover.kill()
                mover.wait()
                killed += 1

    def test_one_more_while_people_play(self):
        """Servers are restarted one after the other with a longer list, then games are spread."""
        for _ in range(2):
            self.node(self.urls[:2])
        maker = self.visitor(self.nodes[0])
        ids = [maker.create("null")["id"] for _ in range(60)]
        players, rng = self.play(), random.Random(5)
        for node in self.nodes:
            node.kill()
            node.urls = self.urls
            node.restart()
            # A server that does not know the new database yet finds what this one makes.
            maker.server = node
            maker.close()
            made = [maker.create("null")["id"] for _ in range(8)]
            ids += made
            maker.server = self.nodes[-1]
            maker.close()
            for id in made:
                maker.state(id)
        self.assertEqual(games_in(self.urls[2]), set())
        self.kill_movers(rng)
        # The last drain may have been killed. All databases take games again; what a server makes
        # before it has heard of that lies beside its place, and so does what was being made.
        self.good("spread", *self.urls)
        others = [id for node in self.nodes for id in self.make_everywhere(self.visitor(node))]
        self.let_move(players)
        self.good("spread", *self.urls, "--part", "1/2")
        said = self.good("spread", *self.urls, "--part", "2/2")
        self.let_move(players)  # they go on playing where they are now
        for player in players:
            player.stopping = True
        for player in players:
            player.join(PATIENCE)
            self.assertIsNone(player.failure)
        self.assertRegex(said, r"^\d+ games? moved, 0 stuck$")
        self.assertEqual(self.good("spread", *self.urls), "0 games moved, 0 stuck")
        for player in players:
            for node in self.nodes:
                player.client.close()
                player.client.server = node
                self.check(player)
        self.check_whole([*ids, *others, *(id for player in players for id in player.games)])
        self.assertGreater(len(games_in(self.urls[2])), 0)
        maker.close()
        mine = {game["id"] for game in maker.get("/api/games").json["games"]}
        self.assertEqual(mine, set(ids))
        moves = sum(player.sent for player in players)
        print("%d movers killed, %d moves acknowledged, none lost" % (FAULTS, moves))

    def test_one_less(self):
        node = self.node(self.urls)
        person = self.visitor(node)
        ids = [person.create("null")["id"] for _ in range(20)]
        self.good("drain", self.urls[1], self.urls[0], self.urls[2])
        self.assertEqual(games_in(self.urls[1]), set())
        ids += [person.create("null")["id"] for _ in range(20)]
        self.assertEqual(games_in(self.urls[1]), set())
        self.assertEqual(node.stop(), 0)
        del node.urls[1]
        node.restart()
        person.close()
        mine = {game["id"] for game in person.get("/api/games").json["games"]}
        self.assertEqual(mine, set(ids))
        for id in ids:
            person.state(id)

    # --- What is wrong ---

    def refused(self, part, *options):
        done = subprocess.run([PROGRAM, "serve", "--port", "0", *options],
                              capture_output=True, text=True, timeout=PATIENCE)  # fmt: skip
        self.assertNotEqual(done.returncode, 0)
        self.assertIn(part, done.stderr)
        self.assertEqual(done.stderr.count("\n"), 1, done.stderr)

    def test_bad_lists(self):
        one, two, three = self.urls
        self.refused("stores 1 and 2 are the same database", *store_options([one, one]))
        self.refused("stores 1 and 3 are the same database", *store_options([one, two, one + "?connect_timeout=9"]))  # fmt: skip
        self.refused("databases of PostgreSQL, not /tmp/x", *store_options([one, "/tmp/x"]))
        self.refused("store 2 of 2: the database cannot be opened", *store_options([one, one + "x"]))
        self.refused("expected 1 to 64 stores", *store_options([one] * 65))
        self.refused("not both", "--data", "/tmp", *store_options([one, two]))
        for url in (one, three):
            self.assertEqual(self.node([url]).stop(), 0)  # each draws a key of its own
        self.refused("stores 1 and 2 have different keys", *store_options([one, three]))
        self.refused("stores 2 and 3 have different keys"[:6], *store_options([two, one, three]))
        for part, *words in (
            ("there is no game", "move", "a" * 12, one, two),
            ("the same database", "move", "a" * 12, one, one),
            ("different keys", "spread", one, three),
            ("of PostgreSQL", "spread", one, "/tmp"),
        ):
            code, said, why = store(*words)
            self.assertEqual((code, said), (1, ""), why)
            self.assertIn(part, why)
            self.assertEqual(why.count("\n"), 0, why)
        run_sql(one, "INSERT INTO ledger VALUES ('account/x', '{}')")
        self.assertIn("accounts are kept in this database", store("drain", one, two)[2])
        run_sql(two, "INSERT INTO ledger VALUES ('account/y', '{}')")
        self.refused("two of the databases have accounts", *store_options([one, two]))
        self.assertEqual(store("move", "x", one, two)[0], 2)
        self.assertEqual(store("spread", one)[0], 2)
        self.assertEqual(store("drain", one)[0], 2)
        self.assertEqual(store("spread", one, two, "--part", "3/2")[0], 2)
        self.assertEqual(store("check", one, "--part", "1/2")[0], 2)

    def test_one_cannot_be_reached(self):
        """The games of the others go on; those of that one when it is back."""
        with Postgres() as other:
            urls = [self.urls[0], new_database(other.url)]
            node = self.node(urls)
            person = self.visitor(node)
            ids = [person.create(LONG, public=True)["id"] for _ in range(12)]
            here, there = (games_in(url) for url in urls)
            self.assertEqual(here | there, set(ids))
            other.stop()
            rng = random.Random(1)
            for id in here:
                seat = person.state(id)["to_act"]
                play_turn(rng, person, id, seat, person.state(id, **{"as": seat}))
            for id in there:
                self.assertEqual(person.get(path_of(id), 503).code, "busy")
            self.assertEqual(person.get("/api/games", 503).code, "busy")
            wait_until(lambda: person.ask("GET", "/healthz").status == 200)
            lobby = self.visitor(node)
            wait_until(lambda: {g["id"] for g in lobby.get("/api/lobby").json["games"]} == here)
            other.start()
            for id in ids:
                wait_until(lambda: person.ask("GET", path_of(id)).status == 200)
            self.assertEqual({g["id"] for g in person.get("/api/games").json["games"]}, set(ids))
            self.assertEqual(node.stop(), 0)

    # What a single server shows, its own tests show.
    test_killed_during_play = None
    test_what_cannot_be_written = None
    test_a_full_disk = None
    test_a_damaged_game = None


if __name__ == "__main__":
    main()
