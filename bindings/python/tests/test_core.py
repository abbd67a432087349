"""Board, Position, Game, players, searches, files."""

import copy
import os
import pickle
import signal
import threading
import time

import numpy as np
import othellier
import pytest
from conftest import SIZES, playouts


@pytest.mark.parametrize("size", SIZES)
def test_a_board_follows_positions_and_takes_moves_back(size):
    passes = 0
    for game in playouts(size, 20, seed=size):
        board = othellier.Board(size=size)
        for before, after in zip(game, game[1:]):
            assert board.legal_moves == before.legal_moves
            move = next(m for m in before.legal_moves if before.play(m) == after)
            passes += move == size * size
            board.push(move)
            assert board.position == after
            assert board.peek() == move
        assert board.is_over() and board.legal_moves == []
        assert board.score == game[-1].score
        for position in reversed(game[:-1]):
            board.pop()
            assert board.position == position
    assert passes > 0


def test_moves_are_numbers_or_texts():
    board = othellier.Board()
    for move in (37, "f5", "F5", np.int64(37), np.uint8(37)):
        board.push(move)
        assert board.pop() == 37
    assert othellier.square("h8") == 63
    assert othellier.square_name(99, size=10) == "j10"


@pytest.mark.parametrize("size", SIZES)
def test_values_are_copied_hashed_and_pickled(size):
    board = othellier.Board(size=size, seed=3)
    for _ in range(5):
        board.push_random()
    position = board.position
    game = othellier.Game(size=size)
    for move in board.move_stack:
        game.push(move)
    game.black, game.event = "Ada", "A test"
    player = othellier.Player("level-2", seed=5, size=size)
    for value in (board, position, game, player):
        for twin in (pickle.loads(pickle.dumps(value)), ):
            assert twin == value and hash(twin) == hash(value)
    for value in (board, position, game):
        for twin in (copy.copy(value), copy.deepcopy(value), value.copy()):
            assert twin == value and hash(twin) == hash(value)
    twin = pickle.loads(pickle.dumps(board))
    assert twin.move_stack == board.move_stack
    assert [twin.push_random() for _ in range(3)] == [board.push_random() for _ in range(3)]
    assert twin.pop() == board.pop()
    assert twin != position


@pytest.mark.parametrize("size", SIZES)
def test_arrays_and_bits_are_positions(size):
    for game in playouts(size, 2, seed=1):
        for position in game:
            cells = position.to_numpy()
            assert cells.shape == (size, size)
            assert othellier.Position.from_numpy(cells, position.turn) == position
            again = othellier.Position.from_bits(
                position.black, position.white, position.turn, size=size
            )
            assert again == position
            for square in range(size * size):
                disc = (position.black >> square & 1) - (position.white >> square & 1)
                assert cells[divmod(square, size)] == disc


def test_pictures_are_svg():
    for value in (othellier.Board("f5"), othellier.Position("f5"), othellier.Game("f5d6")):
        assert value._repr_svg_().startswith("<svg")


def test_dictionaries_have_the_fields_of_the_dialect():
    position = othellier.Position("f5").to_dict()
    assert position["turn"] == "white" and position["empties"] == 59
    assert {"move", "flips", "after"} <= set(position["moves"][0])
    result = othellier.search("startpos", depth=4, lines=3, seed=1)
    assert result["type"] == "result" and result["seed"] == 1
    assert len(result["lines"]) == 3
    assert {"move", "score", "pv", "trust"} <= set(result["lines"][0])
    assert {"depth", "nodes", "seconds", "memory_bytes", "stopped_by"} <= set(result)
    solved = othellier.solve(othellier.Position(size=4), threads=1)
    assert (solved["type"], solved["score"], solved["ok"]) == ("position", -10, True)
    assert {"version", "kernel", "weights", "signature"} <= set(othellier.version())
    assert any(player["name"] == "champion" for player in othellier.players())
    assert any(entry["name"] == "patterns" for entry in othellier.evaluators())
    levels = othellier.levels()
    assert [level["elo"] for level in levels] == sorted(level["elo"] for level in levels)


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize("spec", ["random", "level-3", "mcts(playouts=20)"])
def test_players_play_whole_games(size, spec):
    player = othellier.Player(spec, seed=1, size=size)
    board = othellier.Board(size=size)
    while not board.is_over():
        board.push(player.choose(board))
    again = othellier.Board(size=size)
    player = othellier.Player(spec, seed=1, size=size)
    while not again.is_over():
        again.push(player.choose(again))
    assert board.move_stack == again.move_stack
    with pytest.raises(othellier.PlayerError):
        player.choose(board)


def test_a_search_is_watched_and_ended():
    seen = []
    othellier.search("f5d6c3", depth=6, seed=1, watch=seen.append)
    assert seen and all(event["type"] == "depth" for event in seen)

    def one(event):
        seen.append(event)
        return False

    seen.clear()
    result = othellier.search("f5d6c3", depth=30, seed=1, watch=one)
    assert result["stopped_by"] == "stopped" and result["depth"] < 30

    def broken(event):
        raise KeyError("mine")

    with pytest.raises(KeyError, match="mine"):
        othellier.search("f5d6c3", depth=30, seed=1, watch=broken)


@pytest.mark.skipif(os.name == "nt", reason="Windows has no signals that a test can send to itself")
@pytest.mark.parametrize(
    "work",
    [
        lambda: othellier.search("f5d6c3d3c4", depth=50, threads=1),
        lambda: othellier.solve("f5d6c3d3c4", threads=1, hash="1MiB"),
        lambda: othellier.match("level-6", "level-6", games=1000, threads=1),
        lambda: othellier.Player("champion(depth=50)").choose("f5d6c3d3c4"),
    ],
)
def test_ctrl_c_ends_long_work(work):
    # A process in the background of a script ignores Ctrl-C.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    timer = threading.Timer(0.3, os.kill, (os.getpid(), signal.SIGINT))
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        work()
    timer.join()


def test_other_threads_run_during_a_search():
    counted = []

    def count():
        for _ in range(5):
            time.sleep(0.01)
            counted.append(1)

    thread = threading.Thread(target=count)
    thread.start()
    othellier.search("f5d6c3", time=0.5, depth=50, threads=1, seed=1)
    assert len(counted) == 5
    thread.join()


def test_a_review_gives_reasons_in_both_languages():
    events = othellier.review(othellier.Game("f5f6e6f4g7"), level=4, threads=1)
    assert [event["type"] for event in events] == ["move"] * 5 + ["total"]
    reasons = [reason for event in events[:-1] for reason in event.get("reasons", [])]
    assert all({"en", "fr"} <= set(reason["text"]) for reason in reasons)


@pytest.mark.parametrize("name", ["games.txt", "games.ggf", "games.sgf", "games.pgn", "games.wtb", "games.othellier"])
def test_games_are_written_and_read_in_every_format(name, tmp_path):
    played = []
    for number in range(5):
        board = othellier.Board(seed=number)
        while board.push_random() is not None:
            pass
        game = othellier.Game()
        for move in board.move_stack:
            game.push(move)
        game.black, game.white = f"Black {number}", "White"
        played.append(game)
    path = tmp_path / name
    assert othellier.write(path, played)["games"] == 5
    found = othellier.read(path)
    again = list(found)
    assert [game.moves for game in again] == [game.moves for game in played]
    assert found.refused == []
    if name != "games.txt":
        assert [game.black for game in again] == [game.black for game in played]
    assert [game.score for game in again] == [game.score for game in played]
    assert [game.moves for game in othellier.read(tmp_path)] == [game.moves for game in played]


def test_a_broken_game_does_not_lose_the_next(tmp_path):
    path = tmp_path / "games.txt"
    path.write_text("f5d6\nf5f5\nf5f6\n")
    games = othellier.read(path)
    assert [game.moves for game in games] == ["f5d6", "f5f6"]
    [fault] = games.refused
    assert (fault["file"], fault["line"], fault["code"]) == (str(path), 2, "illegal-move")
    assert "f5" in fault["text"]["en"] and "f5" in fault["text"]["fr"]
    with pytest.raises(OSError):
        othellier.read(tmp_path / "none.ggf")


def test_matches_and_tournaments_repeat_by_their_seed():
    seen = []
    total = othellier.match("level-3", "random", games=6, seed=2, threads=2, watch=seen.append)
    assert total["wins"] + total["draws"] + total["losses"] == 6 == len(seen)
    assert {"score_rate", "elo", "elo_error", "pairs", "mean_disc_difference"} <= set(total)
    again = othellier.match("level-3", "random", games=6, seed=2, threads=1)
    assert again["mean_disc_difference"] == total["mean_disc_difference"]
    timed = othellier.match("random", "random", games=2, clock="5s+1s", seed=1, threads=1)
    assert timed["games"] == 2 and timed["time_losses"] == 0
    with pytest.raises(ValueError, match="games"):
        othellier.match("random", "random", games=0)
    for form in ("round-robin", "swiss", "knock-out", "gauntlet"):
        total = othellier.tournament(["random", "a=level-2", "level-3"], format=form, seed=1, size=6)
        assert len(total["standings"]) == 3
    moves, scores, a_is_black, total = othellier.batch.play("level-2", "random", 10, seed=4, size=6)
    assert moves.shape == (10, 32) and a_is_black.tolist() == [1, 0] * 5
    states = othellier.batch.replay(moves, size=6)[0]
    for row, score, plies in zip(states, scores, (moves != 255).sum(axis=1)):
        difference = int(row[plies - 1].sum())
        assert np.sign(difference) == np.sign(score)


def test_statistics_are_those_of_the_laboratory():
    difference, error = othellier.stats.elo(500, 0, 500)
    assert difference == 0 and 15 < error < 30
    assert othellier.stats.elo() is None
    assert othellier.stats.sprt([40, 899, 2000, 1311, 50], 0, 3)["state"] == "h1"


def test_the_archive_finds_games(tmp_path):
    archive = othellier.Archive(tmp_path / "games.db")
    game = othellier.Game("f5d6c3d3c4")
    game.black, game.date = "Ada Lovelace", "1999"
    assert archive.add([game, othellier.Game("f5f6")]) == {"new": 2, "known": 0}
    assert archive.add([game]) == {"new": 0, "known": 1}
    assert archive.find(player="lovelace") == [1]
    assert archive.find(position="c4c3") and not archive.find(years=(2000, 2001))
    assert archive.stats()["games"] == 2
    assert archive.explore("f5")["games"] == 2
    with pytest.raises(IndexError):
        archive[3]


def test_the_book_knows_openings():
    book = othellier.Book()
    assert "f5" in book and othellier.Position(size=6) not in book
    assert book.probe("f5")["replies"]
