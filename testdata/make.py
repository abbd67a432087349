#!/usr/bin/env python3
"""Generates the test data in this folder independently of the Rust code: `python3 make.py` (some minutes).

A second implementation: the rules, square by square, for any board size, and a writer for every file
format. It shares only the published format descriptions with the program, so an error would have to
be made twice to go unnoticed. The output is deterministic: `python3 make.py --check` compares it
with the files.

Only `exact/proven.obf` and `crates/measure/data/endgames.obf` are made by the program itself; see README.md.
"""

import struct
import sys
from pathlib import Path

HERE = Path(__file__).resolve().parent
BLACK, WHITE, EMPTY = "X", "O", "-"
PASS = None


class SplitMix64:
    """The splitmix64 random number generator: the same sequence in every version of Python."""

    def __init__(self, seed):
        self.state = seed

    def below(self, most):
        mask = (1 << 64) - 1
        self.state = (self.state + 0x9E3779B97F4A7C15) & mask
        mixed = self.state
        mixed = (mixed ^ mixed >> 30) * 0xBF58476D1CE4E5B9 & mask
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & mask
        return (mixed ^ mixed >> 31) % most

    def choice(self, items):
        return items[self.below(len(items))]


# The rules. A position is (board, side): a string of cells row by row from a1, and the side to move.


def other(side):
    return WHITE if side == BLACK else BLACK


def rays(size):
    """For every square, the squares in each of the eight directions, nearest first."""
    steps = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
    table = []
    for square in range(size * size):
        seen = []
        for dx, dy in steps:
            column, row = square % size + dx, square // size + dy
            ray = []
            while 0 <= column < size and 0 <= row < size:
                ray.append(row * size + column)
                column, row = column + dx, row + dy
            if len(ray) > 1:
                seen.append(ray)
        table.append(seen)
    return table


RAYS = {size: rays(size) for size in (4, 6, 8, 10)}
SIZES = {size * size: size for size in RAYS}


def start(size=8):
    board = [EMPTY] * (size * size)
    low, high = size // 2 - 1, size // 2
    board[low * size + low] = board[high * size + high] = WHITE
    board[low * size + high] = board[high * size + low] = BLACK
    return "".join(board), BLACK


def flips(board, side, square):
    """The discs that a move flips; empty if it is not legal."""
    if board[square] != EMPTY:
        return []
    enemy = other(side)
    turned = []
    for ray in RAYS[SIZES[len(board)]][square]:
        run = []
        for seen in ray:
            if board[seen] == enemy:
                run.append(seen)
                continue
            if board[seen] == side:
                turned += run
            break
    return sorted(turned)


def placements(board, side):
    """Every legal square with its flips."""
    found = ((square, flips(board, side, square)) for square in range(len(board)))
    return {square: turned for square, turned in found if turned}


def moves(position):
    """The legal moves: squares, or one pass, or none if the game is over."""
    board, side = position
    squares = list(placements(board, side))
    if squares:
        return squares
    return [PASS] if placements(board, other(side)) else []


def after(position, move):
    board, side = position
    if move is PASS:
        return board, other(side)
    turned = flips(board, side, move)
    assert turned, "an illegal move"
    cells = list(board)
    for square in turned + [move]:
        cells[square] = side
    return "".join(cells), other(side)


def score(board, side):
    """The final disc difference for a side, empty squares to the winner."""
    mine, theirs = board.count(side), board.count(other(side))
    empty = len(board) - mine - theirs
    if mine == theirs:
        return 0
    return mine - theirs + (empty if mine > theirs else -empty)


def name(size, move):
    return "--" if move is PASS else "abcdefghij"[move % size] + str(move // size + 1)


def perft(position, depth, pass_is_ply):
    """Perft: the number of leaves; a finished game is one leaf."""
    if depth == 0:
        return 1
    found = moves(position)
    if not found:
        return 1
    if found == [PASS] and not pass_is_ply:
        return perft(after(position, PASS), depth, pass_is_ply)
    return sum(perft(after(position, move), depth - 1, pass_is_ply) for move in found)


# Games.


def random_game(rng, position=None):
    position = position or start()
    played = []
    while found := moves(position):
        move = rng.choice(found)
        played.append(move)
        position = after(position, move)
    return played


def lopsided_game(rng, winner):
    """One side flips as many discs as possible, the other as few: many games end as wipe-outs."""
    position, played = start(), []
    while found := moves(position):
        if found != [PASS] and rng.below(8):
            board, side = position
            count = placements(board, side)
            best = (max if side == winner else min)(len(turned) for turned in count.values())
            found = [square for square in found if len(count[square]) == best]
        move = rng.choice(found)
        played.append(move)
        position = after(position, move)
    return played


def replay(played, position=None):
    position = position or start()
    for move in played:
        position = after(position, move)
    return position


def text(played, size=8, passes=True):
    return "".join(name(size, move) for move in played if passes or move is not PASS)


def shortest_games():
    """Every game of nine plies that starts with d3; no shorter game exists."""
    found = []

    def go(position, played):
        if not moves(position):
            assert len(played) == 9, "no game is shorter"
            found.append(list(played))
        elif len(played) < 8:
            for move in moves(position):
                go(after(position, move), played + [move])
        elif len(played) == 8:
            # The ninth ply of a shortest game flips the last disc.
            board, side = position
            enemy = board.count(other(side))
            for square, turned in placements(board, side).items():
                if len(turned) == enemy:
                    found.append(played + [square])

    opening = 2 * 8 + 3
    go(after(start(), opening), [opening])
    return found


# Endgames, by plain alpha-beta.


def solve(position, alpha, beta):
    board, side = position
    squares = placements(board, side)
    if not squares:
        if not placements(board, other(side)):
            return score(board, side)
        return -solve((board, other(side)), -beta, -alpha)
    best = -len(board)
    # Fewest replies first, or more than eight empty squares would take forever.
    children = [after(position, square) for square in squares]
    if board.count(EMPTY) > 5:
        children.sort(key=lambda child: len(placements(*child)))
    for child in children:
        best = max(best, -solve(child, -beta, -max(alpha, best)))
        if best >= beta:
            break
    return best


def positions(rng, count, empties, lopsided=False):
    """Positions of games with this many empty squares and a choice of moves."""
    found = []
    while len(found) < count:
        position = start()
        while position[0].count(EMPTY) > empties and (legal := moves(position)):
            position = after(position, rng.choice(legal))
        if position[0].count(EMPTY) == empties and moves(position):
            found.append(position)
    return found


# Files.

FILES = {}


def put(path, content):
    FILES[path] = content if isinstance(content, bytes) else content.encode()


def make_vectors(rng):
    lines = ["# size\tboard\tside\tstatus\tlegal squares, each with the discs it turns"]
    for size, count in ((8, 200), (4, 30), (6, 30), (10, 20)):
        wanted = {"pass": count // 8, "over": count // 16, "move": count - count // 8 - count // 16}
        while any(wanted.values()):
            played = random_game(rng, start(size))
            at = rng.below(len(played) + 1)
            if wanted["pass"] and rng.below(2) and PASS in played:
                at = played.index(PASS)
            elif wanted["over"] and rng.below(8) == 0:
                at = len(played)
            board, side = replay(played[:at], start(size))
            found = moves((board, side))
            status = "over" if not found else "pass" if found == [PASS] else "move"
            if not wanted[status]:
                continue
            wanted[status] -= 1
            legal = placements(board, side)
            shown = " ".join(
                name(size, square) + "=" + ",".join(name(size, one) for one in turned)
                for square, turned in legal.items()
            )
            lines.append(f"{size}\t{board}\t{side}\t{status}\t{shown}")
    # Unreachable boards: every square of a random colour.
    for _ in range(40):
        density = 1 + rng.below(6)
        board = "".join(
            rng.choice([EMPTY] + [BLACK, WHITE] * density) for _ in range(64)
        )
        side = rng.choice([BLACK, WHITE])
        found = moves((board, side))
        status = "over" if not found else "pass" if found == [PASS] else "move"
        legal = placements(board, side)
        shown = " ".join(
            name(8, square) + "=" + ",".join(name(8, one) for one in turned)
            for square, turned in legal.items()
        )
        lines.append(f"8\t{board}\t{side}\t{status}\t{shown}")
    put("vectors/moves.tsv", "\n".join(lines) + "\n")


def make_perft(rng):
    lines = ["# board\tside\tdepth\tpasses free\tpasses as plies"]
    chosen = []
    while len(chosen) < 24:
        played = random_game(rng)
        at = played.index(PASS) if PASS in played else 0
        # Near a pass that is not forced immediately, the two ways to count soon differ.
        if 40 < at:
            chosen.append(replay(played[: at - 1 - rng.below(2)]))
    chosen += positions(rng, 8, 30)[:4] + positions(rng, 4, 3)
    for position in chosen:
        for depth in range(1, 7):
            free, ply = (perft(position, depth, way) for way in (False, True))
            lines.append("\t".join(map(str, (*position, depth, free, ply))))
            if free > 2000:
                break
    put("vectors/perft.tsv", "\n".join(lines) + "\n")


def make_games_of_note(rng):
    """Wipe-outs, shortest games, many passes, early ends; and the result of each."""
    lines = ["# kind\tmoves, passes as --\tlast board\tBlack less White, empty squares to the winner"]

    def add(kind, played):
        board, _ = replay(played)
        assert not moves(replay(played)), "it is over"
        lines.append(f"{kind}\t{text(played)}\t{board}\t{score(board, BLACK)}")

    shortest = shortest_games()
    for played in shortest[:6]:
        add("shortest", played)
    plain = [random_game(rng) for _ in range(1500)]
    plain.sort(key=lambda played: -played.count(PASS))
    for played in plain[:12]:
        add("passes", played)
    plain.sort(key=lambda played: len(played) - played.count(PASS))
    for played in plain[:12]:
        add("early", played)
    draws = [played for played in plain if score(replay(played)[0], BLACK) == 0]
    for played in draws[:8]:
        add("draw", played)
    for winner in (BLACK, WHITE):
        count = 0
        while count < 8:
            played = lopsided_game(rng, winner)
            if abs(score(replay(played)[0], BLACK)) == 64:
                add("wipe-out", played)
                count += 1
    for _ in range(20):
        add("any", random_game(rng))
    put("vectors/ends.tsv", "\n".join(lines) + "\n")


def make_exact(rng):
    lines = ["% Every move's score by plain alpha-beta in make.py: nothing of the program had a part in it."]
    for empties in range(1, 9):
        for position in positions(rng, 24 if empties < 8 else 12, empties):
            board, side = position
            found = []
            for move in moves(position):
                value = -solve(after(position, move), -64, 64)
                found.append((-value, name(8, move).upper() if move is not PASS else "PS", value))
            fields = "".join(f" {move}:{value:+};" for _, move, value in sorted(found))
            lines.append(f"{board} {side};{fields}")
    put("exact/small.obf", "\n".join(lines) + "\n")


def make_bounds(rng):
    lines = [
        "# Bounds that make.py proved by a null window.",
        "# board\tside\tat least or at most\tscore for the side to move",
    ]
    for empties, count in ((9, 16), (10, 16), (11, 8)):
        for position in positions(rng, count, empties):
            # Some bounds are tight, some are not: the window is at the current disc difference.
            middle = score(position[0].replace(EMPTY, ""), position[1])
            middle = max(-62, min(62, middle - middle % 2 + 2 * rng.below(9) - 8))
            value = solve(position, middle - 1, middle)
            relation = ">=" if value >= middle else "<="
            proven = middle if value >= middle else middle - 2
            lines.append("\t".join((*position, relation, str(proven))))
    put("exact/bounds.tsv", "\n".join(lines) + "\n")


# Games in every format.

YEAR = 2026
EVENTS = ["Home Open", "Coupe d'été"]
PLAYERS = ["Ada", "Zoé", "Bob (prog)", "Grace Hopper", "Łukasz"]
THEORY_EMPTIES = 6


def make_games(rng):
    games = []
    while len(games) < 24:
        played = random_game(rng)
        kind = "whole"
        # Some with passes, some that end early, some unfinished.
        if len(games) in (3, 9, 15) and PASS not in played:
            continue
        if len(games) in (4, 10) and replay(played)[0].count(EMPTY) == 0:
            continue
        if len(games) >= 22:
            played, kind = played[: 30 + len(games)], "unfinished"
            if played[-1] is PASS:
                continue
        # WTHOR supports only ISO-8859-1, and only complete games from the standard start.
        black, white = rng.choice(PLAYERS[:4]), rng.choice(PLAYERS[:4])
        games.append(
            {
                "played": played,
                "kind": kind,
                "black": black,
                "white": white,
                "event": EVENTS[len(games) % 2],
                "board": replay(played)[0],
            }
        )
    table = [
        "# Score for Black: as it went, and with perfect play from the sixth last empty square on.",
        "# kind\tblack\twhite\tevent\tyear\tmoves, passes as --\tlast board\tscore\tperfect score",
    ]
    for game in games:
        whole = game["kind"] == "whole"
        game["score"] = score(game["board"], BLACK) if whole else None
        scores = (game["score"], perfect(game)) if whole else ("?", "?")
        fields = (game["kind"], game["black"], game["white"], game["event"], YEAR)
        table.append("\t".join(map(str, (*fields, text(game["played"]), game["board"], *scores))))
    put("games/games.tsv", "\n".join(table) + "\n")
    put("games/games.ggf", "".join(ggf(game) for game in games))
    put("games/games.sgf", "".join(sgf(game) for game in games))
    put("games/games.pgn", "".join(pgn(game) for game in games))
    put("games/games.txt", "".join(text(game["played"], passes=False) + "\n" for game in games))
    put("games/games.othellier", "".join(save(game) for game in games))
    whole = [game for game in games if game["kind"] == "whole"]
    put("games/games.wtb", wthor(whole))
    put("games/games.jou", names_file(["???"] + PLAYERS[:4], 20))
    put("games/games.trn", names_file(["???"] + EVENTS, 26))
    return games


def sides(played):
    side = BLACK
    for move in played:
        yield side, move
        side = other(side)


def ggf(game):
    result = "?" if game["score"] is None else f"{game['score']:+}"
    board, _ = start()
    rows = " ".join(board[row * 8 : row * 8 + 8] for row in range(8)).replace(BLACK, "*")
    head = f"(;GM[Othello]PC[{game['event']}]DT[{YEAR}]PB[{game['black']}]PW[{game['white']}]TY[8]"
    body = "".join(
        f"{'B' if side == BLACK else 'W'}[{'PA' if move is PASS else name(8, move)}]"
        for side, move in sides(game["played"])
    )
    return f"{head}RE[{result}]BO[8 {rows} *]{body};)\n"


def sgf(game):
    points = game["score"]
    result = "?" if points is None else "0" if points == 0 else f"{'B' if points > 0 else 'W'}+{abs(points)}"
    head = f"(;FF[4]GM[2]CA[UTF-8]SZ[8]EV[{game['event']}]DT[{YEAR}]PB[{game['black']}]PW[{game['white']}]"
    body = "".join(
        f";{'B' if side == BLACK else 'W'}[{'' if move is PASS else name(8, move)}]"
        for side, move in sides(game["played"])
    )
    return f"{head}RE[{result}]\n{body})\n"


def pgn(game):
    points = game["score"]
    result = "*" if points is None else f"{(64 + points) // 2}-{(64 - points) // 2}"
    headers = {
        "Event": game["event"],
        "Date": YEAR,
        "Black": game["black"],
        "White": game["white"],
        "Result": result,
    }
    lines = "".join(f'[{key} "{value}"]\n' for key, value in headers.items())
    words = []
    for at, move in enumerate(game["played"]):
        if at % 2 == 0:
            words.append(f"{at // 2 + 1}.")
        words.append(name(8, move))
    return f"{lines}\n{' '.join(words)} {result}\n\n"


def save(game):
    board, side = start()
    lines = [
        "othellier-game 2",
        "size 8",
        f"black {game['black']}",
        f"white {game['white']}",
        f"event {game['event']}",
        f"date {YEAR}",
        f"start {board} {side}",
        f"at {len(game['played'])}",
    ]
    if game["score"] is not None:
        lines.append(f"result {(64 + game['score']) // 2}-{(64 - game['score']) // 2}")
    lines.append(f"moves {len(game['played'])}")
    for at, move in enumerate(game["played"]):
        lines.append(f"{at + 1} {'pass' if move is PASS else name(8, move)}")
    return "\n".join(lines + ["end"]) + "\n"


def header(games=0, names=0, year=0, size=0, empties=0):
    return struct.pack("<BBBBIHHBBBB", 20, 26, 11, 17, games, names, year, size, 0, empties, 0)


def names_file(listed, width):
    packed = (one.encode("latin-1").ljust(width, b"\0") for one in listed)
    return header(names=len(listed)) + b"".join(packed)


def wthor(games, size=8, empties=THEORY_EMPTIES):
    records = []
    for game in games:
        squares = [move for move in game["played"] if move is not PASS]
        factor, most = (10, 60) if size == 8 else (12, 96)
        packed = bytes(factor * (square // size + 1) + square % size + 1 for square in squares)
        points = (size * size + game["score"]) // 2
        theory = (size * size + (perfect(game) if size == 8 else game["score"])) // 2
        head = struct.pack(
            "<HHHBB",
            1 + EVENTS.index(game["event"]),
            1 + PLAYERS.index(game["black"]),
            1 + PLAYERS.index(game["white"]),
            points,
            theory,
        )
        records.append(head + packed.ljust(most, b"\0"))
    return header(games=len(games), year=YEAR, size=size, empties=empties) + b"".join(records)


def perfect(game):
    """Black's score with perfect play from six empty squares on; the actual score if the game did not
    get that far."""
    position = start()
    for move in game["played"]:
        if position[0].count(EMPTY) == THEORY_EMPTIES:
            value = solve(position, -64, 64)
            return value if position[1] == BLACK else -value
        position = after(position, move)
    return game["score"]


def make_odd(rng, games):
    """Unusual and broken files, each with its expected games in order."""
    expected = ["# file\tok and the moves, or error; one line a game, in order"]

    def add(path, content, *outcomes):
        put(f"games/odd/{path}", content)
        for outcome in outcomes:
            expected.append(f"{path}\t{outcome}" if outcome == "error" else f"{path}\tok\t{outcome}")

    f5 = "f5d6c3"
    passing = next(game["played"] for game in games if PASS in game["played"])
    with_pass = text(passing)
    bare = text(passing, passes=False)
    # GGF: a match of two games on a line, other cases, unknown tags, no board, passes by name.
    add("match.ggf", "2 (;GM[othello]TY[s8]RE[?]B[F5]W[d6];)(;GM[Othello]XX[?]B[f5]W[D6]B[c3];)\r\n", "f5d6", f5)
    body = "".join(
        f"{'B' if side == BLACK else 'W'}[{rng.choice(['PASS', 'pass', 'PA']) if move is PASS else name(8, move)}/1.5/0.02]"
        for side, move in sides(passing)
    )
    add("passes.ggf", f"(;GM[Othello]{body};)\n", with_pass)
    add("four.ggf", "(;GM[Othello]TY[4]B[b1]W[a1];)\n", "b1a1")
    add("cut.ggf", f"(;GM[Othello]B[f5]W[d6]B[c3];)\n(;GM[Othello]B[f5]W[d6]", f5, "error")
    add("illegal.ggf", "(;GM[Othello]B[a1];)\n(;GM[Othello]B[f5]W[d6]B[c3];)\n", "error", f5)
    add("amazons.ggf", "(;GM[Amazons]B[f5];)\n", "error")
    # SGF: semicolons after the moves, squares as in Go, escapes, variations, a set-up start.
    add("after.sgf", "(;GM[2]FF[4]C[a \\] b]B[f5];W[d6];B[c3];)\n", f5)
    add("go.sgf", "(;GM[2];B[fe];W[df];B[cc])\n", f5)
    add("branches.sgf", "(;GM[2];B[f5];W[d6](;B[c3])(;B[c4](;W[b3])))\n", f5)
    add("start.sgf", "(;GM[2]AB[c1][d1][e1]AW[b1][f1]PL[B];B[a1];W[pass];B[g1])\n", "a1--g1")
    add("go_itself.sgf", "(;GM[1];B[qd])\n", "error")
    add("cut.sgf", "(;GM[2];B[f5];W[d6]", "error")
    # PGN: moves over several lines, no result, a game without headers in between.
    words = " ".join(
        (f"{at // 2 + 1}. " if at % 2 == 0 else "") + name(8, move) for at, move in enumerate(passing)
    ).split()
    wrapped = "\n".join(" ".join(words[at : at + 12]) for at in range(0, len(words), 12))
    add("wrapped.pgn", f'[Event "x"]\r\n[Black "a \\"b\\""]\r\n\r\n{wrapped}\n', with_pass)
    add("illegal.pgn", '[Event "x"]\n\n1. f5 f6 2. f5\n\n[Event "y"]\n\n1. f5 d6 2. c3 *\n', "error", f5)
    # Transcripts: case by colour, numbers, commas, signs, results, passes written or not.
    mixed = "".join(
        name(8, move).upper() if side == BLACK else name(8, move) for side, move in sides(passing)
    )
    numbered = " ".join(f"{at + 1}. {name(8, move)}" for at, move in enumerate(passing))
    signed = "".join(
        ("+" if side == BLACK else "-") + name(8, move) for side, move in sides(passing) if move is not PASS
    )
    end = score(replay(passing)[0], BLACK)
    result = f"{(64 + end) // 2}-{(64 - end) // 2}"
    spelled = [mixed, numbered, f"{bare} {result}", ",".join(name(8, m) for m in passing if m is not PASS)]
    add("spellings.txt", "\n".join(spelled) + "\n", *[with_pass] * len(spelled))
    add("signs.gam", f"{signed}: {end:+03}\n", with_pass)
    add("illegal.txt", f"{f5}\nf5f5\nnonsense\n{f5}\n", f5, "error", "error", f5)
    # WTHOR: an empty header, a wrong count, a truncated file, 10x10.
    two = [game for game in games if game["score"] is not None][:2]
    bytes_of_two = wthor(two)
    played = [text(game["played"]) for game in two]
    add("old.wtb", header(games=2, year=YEAR) + bytes_of_two[16:], *played)
    add("short.wtb", bytes_of_two[:-20], played[0], "error")
    add("more.wtb", header(games=3, year=YEAR, size=8, empties=6) + bytes_of_two[16:], *played, "error")
    spoiled = bytearray(bytes_of_two)
    spoiled[16 + 8 + 5] = 11  # a1 at move 6
    add("illegal.wtb", bytes(spoiled), "error", played[1])
    large = random_game(rng, start(10))
    end = replay(large, start(10))[0]
    wide = dict(two[0], played=large, score=score(end, BLACK))
    add("large.wtd", wthor([wide], size=10), text(large, 10))
    # Saved games: blank lines and comments, a truncated one, one with a wrong result.
    saved = save(two[0])
    add("remarks.othellier", "# kept\n\n" + saved.replace("\nsize", "\n\n# a board\nsize"), played[0])
    add("cut.othellier", saved[: len(saved) * 2 // 3], "error")
    black, white = (64 + two[0]["score"]) // 2, (64 - two[0]["score"]) // 2
    wrong = saved.replace(f"result {black}-{white}", f"result {black - 1}-{white + 1}")
    assert wrong != saved
    add("result.othellier", wrong, "error")
    add("version.othellier", saved.replace("othellier-game 2", "othellier-game 9"), "error")
    # OBF as games: a board is a start; a short board is an error.
    board, side = replay([37, 43])
    add("boards.obf", f"{board} {side}; % from elsewhere\n\n{board[:-1]} {side};\n", "", "error")
    put("games/odd/expected.tsv", "\n".join(expected) + "\n")


def main():
    make_vectors(SplitMix64(1))
    make_perft(SplitMix64(2))
    make_games_of_note(SplitMix64(3))
    make_exact(SplitMix64(4))
    make_bounds(SplitMix64(5))
    make_odd(SplitMix64(7), make_games(SplitMix64(6)))
    if "--check" in sys.argv[1:]:
        wrong = [path for path, made in FILES.items() if (HERE / path).read_bytes() != made]
        sys.exit(f"not as made: {wrong}" if wrong else 0)
    for path, made in FILES.items():
        (HERE / path).parent.mkdir(parents=True, exist_ok=True)
        (HERE / path).write_bytes(made)
    print(f"{len(FILES)} files, {sum(map(len, FILES.values()))} bytes")


if __name__ == "__main__":
    main()
