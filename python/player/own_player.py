"""An Othello player of your own, in one file that needs nothing but Python 3.8.

Copy it, give the player a name, and change `choose`: the rules are above it, and below it is the
loop that talks with Othellier. docs/write-your-own-player.md has more.

    othellier play human 'gtp(cmd="python3 own_player.py")'
    othellier match 'gtp(cmd="python3 own_player.py")' random --games 10
"""

import sys
import time
import traceback
from functools import lru_cache

NAME = "own player"
VERSION = "1"
LEVEL = 2  # the default level

# 1. The rules

EMPTY, BLACK, WHITE = 0, 1, -1  # the other side is always `-color`
LETTERS = {EMPTY: ".", BLACK: "X", WHITE: "O"}
PASS = None  # the move of a side that has no square to play on
SIZES = (4, 6, 8, 10)


@lru_cache(maxsize=None)
def rays(size):
    """For each square, the up to eight lines that lead away from it, each a list of squares."""
    steps = [(x, y) for x in (-1, 0, 1) for y in (-1, 0, 1) if (x, y) != (0, 0)]
    lines = [[ray(size, square, x, y) for x, y in steps] for square in range(size * size)]
    return [[line for line in of_square if line] for of_square in lines]


def ray(size, square, x, y):
    """The squares from here to the edge in steps of (x, y)."""
    column, row = square % size + x, square // size + y
    met = []
    while 0 <= column < size and 0 <= row < size:
        met.append(row * size + column)
        column, row = column + x, row + y
    return met


class Board:
    """The discs. A board never changes: `after` gives a new one.

    A square is a number: a1 is 0, b1 is 1, and so on, row by row from the top.
    """

    def __init__(self, size, cells):
        self.size = size
        self.cells = tuple(cells)  # EMPTY, BLACK or WHITE, for every square

    @staticmethod
    def start(size):
        """The initial position with its four discs."""
        cells = [EMPTY] * (size * size)
        middle = size // 2
        for row in (middle - 1, middle):
            for column in (middle - 1, middle):
                cells[row * size + column] = WHITE if row == column else BLACK
        return Board(size, cells)

    def flips(self, color, square):
        """The discs that a move would flip; none where it is not legal."""
        cells, flipped = self.cells, []
        if cells[square] != EMPTY:
            return flipped
        for line in rays(self.size)[square]:
            met = []
            for there in line:
                if cells[there] == -color:
                    met.append(there)
                    continue
                if cells[there] == color:
                    flipped += met
                break
        return flipped

    def legal_moves(self, color):
        """The squares on which a side may play; none where it must pass, or the game is over."""
        return [square for square in range(len(self.cells)) if self.flips(color, square)]

    def after(self, color, move):
        """The board after a legal move."""
        if move is PASS:
            return self
        cells = list(self.cells)
        for square in [move] + self.flips(color, move):
            cells[square] = color
        return Board(self.size, cells)

    def is_over(self):
        """Whether neither side has a move."""
        return not self.legal_moves(BLACK) and not self.legal_moves(WHITE)

    def count(self, color):
        """How many discs of a side, or empty squares, there are."""
        return self.cells.count(color)

    def corners(self):
        """The four corner squares, whose discs can never be flipped."""
        return 0, self.size - 1, self.size * (self.size - 1), self.size * self.size - 1

    def __str__(self):
        letters = [LETTERS[cell] for cell in self.cells]
        columns = "   " + " ".join("abcdefghij"[: self.size])
        rows = [
            "%2d %s" % (row + 1, " ".join(letters[row * self.size : (row + 1) * self.size]))
            for row in range(self.size)
        ]
        return "\n".join([columns] + rows)


# 2. The player: this is yours


def choose(board, color, level=LEVEL, seconds=None):
    """The move of a side that has at least one: a square of `board.legal_moves(color)`.

    `level` is what `set_level` requested, here the number of moves to look ahead. `seconds` is
    how long you may think, or None. This player ignores it, because it is fast.
    """
    moves = board.legal_moves(color)
    return max(moves, key=lambda move: -value(board.after(color, move), -color, level - 1))


def value(board, color, depth):
    """How good a board is for the side to move, `depth` moves ahead (negamax)."""
    moves = board.legal_moves(color)
    if not moves and not board.legal_moves(-color):
        return 1000 * (board.count(color) - board.count(-color))
    if depth == 0:
        return evaluate(board, color)
    if not moves:
        return -value(board, -color, depth)
    return max(-value(board.after(color, move), -color, depth - 1) for move in moves)


def evaluate(board, color):
    """How good a board looks for a side: its corners and its moves, minus the opponent's."""
    taken = [board.cells[corner] for corner in board.corners()]
    corners = taken.count(color) - taken.count(-color)
    moves = len(board.legal_moves(color)) - len(board.legal_moves(-color))
    return 10 * corners + moves


# 3. The Go Text Protocol: lines come in, `= answer` or `? reason` and an empty line go out


class Refused(Exception):
    """Why a command is refused."""


class Clock:
    """The time that a side has."""

    def __init__(self, per_move=None, left=None, increment=0.0):
        self.per_move = per_move  # seconds for each move
        self.left = left  # seconds for the rest of the game
        self.increment = increment  # seconds that every move adds to them

    def share(self, moves_to_come):
        """The seconds for the next move, or None."""
        if self.per_move is not None or self.left is None:
            return self.per_move
        return min(self.left, self.left / max(1, moves_to_come) + self.increment)

    def take(self, spent):
        """Subtracts the time of a move."""
        if self.left is not None:
            self.left = max(0.0, self.left - spent) + self.increment


class Engine:
    """A game, and the answers to commands about it."""

    def __init__(self):
        self.level = LEVEL
        self.time = {}  # what both clocks begin with
        self.is_running = True
        self.begin(Board.start(8), BLACK)

    def begin(self, board, mover):
        """Begins a new game."""
        self.board, self.mover, self.past = board, mover, []
        self.clocks = {color: Clock(**self.time) for color in (BLACK, WHITE)}

    def answer(self, line):
        """The answer to a line of input; empty for an empty line."""
        words = words_of(line)
        number = words.pop(0) if words and is_number(words[0]) else ""
        if not words and not number:
            return b""
        sign, text = self.obey(words)
        space = " " if text and not text.startswith("\n") else ""
        return (sign + number + space + text + "\n\n").encode("utf-8", "replace")

    def obey(self, words):
        """Runs a command: returns `=` and the answer, or `?` and the reason of the failure."""
        try:
            return "=", self.do(*words) or ""
        except Refused as why:
            return "?", str(why)
        except Exception as error:  # most likely one of `choose`
            traceback.print_exc()
            print(self.showboard(), file=sys.stderr)
            why = " ".join(str(error).split())
            return "?", "%s: %s" % (type(error).__name__, why)

    def do(self, command="", *arguments):
        """Runs a command, if its name and number of arguments are right."""
        if command not in COMMANDS:
            raise Refused("unknown command")
        form, action = COMMANDS[command]
        if len(arguments) != len(form.split()):
            raise Refused(("syntax error; expected %s %s" % (command, form)).rstrip())
        return action(self, *arguments)

    def quit(self):
        self.is_running = False

    def boardsize(self, size):
        if size not in map(str, SIZES):
            raise Refused("unacceptable size")
        self.begin(Board.start(int(size)), BLACK)

    def clear_board(self):
        self.begin(Board.start(self.board.size), BLACK)

    def position(self, cells, side):
        """Sets up any position, such as `---XO---… X`: Othellier sends openings this way."""
        colors = {"X": BLACK, "O": WHITE, "-": EMPTY}
        expected = len(self.board.cells)
        if len(cells) != expected or not colors.keys() >= set(cells) or side not in ("X", "O"):
            raise Refused("syntax error; expected %d of X, O and -, then X or O" % expected)
        self.begin(Board(self.board.size, [colors[cell] for cell in cells]), colors[side])

    def play(self, color, vertex):
        color, move = color_of(color), move_of(vertex, self.board.size)
        if move is PASS:
            if color != self.mover:
                raise Refused("wrong color")
            legal = not self.board.legal_moves(color) and not self.board.is_over()
        else:
            self.check_turn(color)
            legal = self.board.flips(color, move)
        if not legal:
            raise Refused("illegal move")
        self.put(color, move)

    def genmove(self, color):
        color = color_of(color)
        if self.board.is_over():
            return "pass"
        move = self.decide(color)
        self.put(color, move)
        return name_of(move, self.board.size)

    def decide(self, color):
        """Lets the player choose, and measures its time."""
        self.check_turn(color)
        legal = self.board.legal_moves(color)
        if not legal:
            return PASS
        clock, began = self.clocks[color], time.monotonic()
        seconds = clock.share((self.board.count(EMPTY) + 1) // 2)
        move = choose(self.board, color, self.level, seconds)
        clock.take(time.monotonic() - began)
        if move not in legal:
            raise ValueError("choose gave %r, which is not legal" % (move,))
        return move

    def check_turn(self, color):
        """A side may also move where the other one must pass and the pass was not sent."""
        if color != self.mover and self.board.legal_moves(self.mover):
            raise Refused("wrong color")

    def put(self, color, move):
        before, after = self.board, self.board.after(color, move)
        self.past.append((before, self.mover))
        self.board, self.mover = after, -color

    def undo(self):
        if not self.past:
            raise Refused("cannot undo")
        self.board, self.mover = self.past.pop()

    def showboard(self):
        return "\n%s\n%s to move" % (self.board, LETTERS[self.mover])

    def final_score(self):
        """The winner's lead; the empty squares count for the winner."""
        if not self.board.is_over():
            raise Refused("cannot score")
        black, white = self.board.count(BLACK), self.board.count(WHITE)
        if black == white:
            return "0"
        ahead = abs(black - white) + self.board.count(EMPTY)
        return "%s+%d" % ("B" if black > white else "W", ahead)

    def time_settings(self, main, byo_yomi, stones):
        """A time for the game, or one for every `stones` moves; all zeros mean no limit."""
        main, byo_yomi, stones = seconds_of(main), seconds_of(byo_yomi), number_of(stones)
        share = byo_yomi / stones if stones else 0.0
        if stones == 0 and byo_yomi > 0:
            self.time = {}
        elif main > 0:
            self.time = {"left": main, "increment": share}
        else:
            self.time = {"per_move": share} if share > 0 else {}
        self.clocks = {color: Clock(**self.time) for color in (BLACK, WHITE)}

    def time_left(self, color, seconds, stones):
        color, seconds, stones = color_of(color), seconds_of(seconds), number_of(stones)
        if stones:
            self.clocks[color] = Clock(per_move=seconds / stones)
        else:
            self.clocks[color] = Clock(left=seconds, increment=self.time.get("increment", 0.0))

    def set_level(self, level):
        if number_of(level) == 0:
            raise Refused("unknown level; expected 1 or more")
        self.level = number_of(level)

    def set_game(self, game):
        if game.lower() != "othello":
            raise Refused("unknown game; expected Othello")

    def komi(self, points):
        """Means nothing in Othello."""
        float_of(points)


# Every command: its arguments, and what it does.
COMMANDS = {
    "protocol_version": ("", lambda engine: "2"),
    "name": ("", lambda engine: NAME),
    "version": ("", lambda engine: VERSION),
    "known_command": ("COMMAND", lambda engine, name: str(name in COMMANDS).lower()),
    "list_commands": ("", lambda engine: "\n".join(COMMANDS)),
    "list_games": ("", lambda engine: "Othello"),
    "set_game": ("GAME", Engine.set_game),
    "set_level": ("LEVEL", Engine.set_level),
    "boardsize": ("SIZE", Engine.boardsize),
    "clear_board": ("", Engine.clear_board),
    "othellier-position": ("BOARD SIDE", Engine.position),
    "komi": ("POINTS", Engine.komi),
    "play": ("COLOR VERTEX", Engine.play),
    "genmove": ("COLOR", Engine.genmove),
    "undo": ("", Engine.undo),
    "showboard": ("", Engine.showboard),
    "final_score": ("", Engine.final_score),
    "time_settings": ("MAIN BYO_YOMI STONES", Engine.time_settings),
    "time_left": ("COLOR SECONDS STONES", Engine.time_left),
    "quit": ("", Engine.quit),
}


def words_of(line):
    """The words of a line, without its comment and without what cannot be printed."""
    text = line.decode("utf-8", "replace").split("#")[0].replace("\t", " ")
    return "".join(letter for letter in text if letter.isprintable()).split()


def is_number(word):
    return word.isascii() and word.isdigit()


def number_of(word):
    if not is_number(word) or len(word) > 9:
        raise Refused("syntax error; expected a whole number, not `%s`" % word)
    return int(word)


def float_of(word):
    try:
        return float(word)
    except ValueError:
        raise Refused("syntax error; expected a number, not `%s`" % word) from None


def seconds_of(word):
    seconds = float_of(word)
    if not 0 <= seconds < 1e9:
        raise Refused("syntax error; expected seconds, not `%s`" % word)
    return seconds


def color_of(word):
    colors = {"b": BLACK, "black": BLACK, "w": WHITE, "white": WHITE}
    if word.lower() not in colors:
        raise Refused("syntax error; expected b or w, not `%s`" % word)
    return colors[word.lower()]


def move_of(word, size):
    """The move of a name such as `f5` or `pass`."""
    word = word.lower()
    if word == "pass":
        return PASS
    column, row = "abcdefghij".find(word[0]), word[1:]
    if not 0 <= column < size or row not in map(str, range(1, size + 1)):
        raise Refused("syntax error; expected a square or pass, not `%s`" % word)
    return (int(row) - 1) * size + column


def name_of(move, size):
    """The name of a move, such as `f5` or `pass`."""
    if move is PASS:
        return "pass"
    return "%s%d" % ("abcdefghij"[move % size], move // size + 1)


def main():
    """Answers commands until `quit` or the end of the input."""
    questions, answers = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # so that `print` in `choose` does not disturb the protocol
    engine = Engine()
    while engine.is_running:
        line = questions.readline()
        if not line:
            break
        answers.write(engine.answer(line))
        answers.flush()


if __name__ == "__main__":
    try:
        main()
    except (BrokenPipeError, KeyboardInterrupt):
        sys.exit(1)  # the reader has closed the pipe
