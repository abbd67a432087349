//! Stored games come back exactly once, and counts equal a naive count.

use othellier_archive::{
    Added, Archive, Filter, GameResult, Import, ImportEvent, Imported, PositionKey, ResultCounts,
};
use othellier_board::{Color, Eight, Four, Move, Position, Size, Status, Symmetry};
use othellier_platform::parallel::StopSignal;
use othellier_record::source::{SourceError, game_sources};
use othellier_record::{AnyGame, Game, Record, Theoretical, ggf, transcript};
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::sample::Index;

/// A new archive in its own temporary folder.
fn new() -> (tempfile::TempDir, Archive) {
    let folder = tempfile::tempdir().unwrap();
    let archive = Archive::open(&folder.path().join("archive.sqlite")).unwrap();
    (folder, archive)
}

/// A game and its record.
#[derive(Clone, Debug)]
struct Played<S: Size> {
    game: Game<S>,
    record: Record,
}

impl<S: Size> Played<S>
where
    AnyGame: From<Game<S>>,
{
    /// Random moves by a few players.
    fn new(choices: &[Index], names: [u8; 2], year: u16) -> Played<S> {
        let mut game = Game::<S>::default();
        for choice in choices {
            let moves: Vec<_> = game.position().moves().collect();
            if moves.is_empty() {
                break;
            }
            game.play(*choice.get(&moves)).unwrap();
        }
        for (color, name) in Color::ALL.into_iter().zip(names) {
            game.set_name(color, format!("Player {}", char::from(b'A' + name)));
        }
        let (event, date) = ("Open".to_owned(), year.to_string());
        Played { record: Record { event, date, ..Record::from(game.clone()) }, game }
    }

    fn positions(&self) -> Vec<Position<S>> {
        let mut position = *self.game.start();
        let mut positions = vec![position];
        for played in self.game.moves() {
            position = position.after(played.played);
            positions.push(position);
        }
        positions
    }

    /// Whether the game reached a position, up to symmetry.
    fn reached(&self, place: &Position<S>) -> bool {
        self.positions().iter().any(|position| alike(position, place))
    }
}

/// Whether two positions are equal up to symmetry and a forced pass.
fn alike<S: Size>(one: &Position<S>, other: &Position<S>) -> bool {
    let settled = |position: &Position<S>| match position.status() {
        Status::MustPass => position.after(Move::Pass),
        _ => *position,
    };
    let (one, other) = (settled(one), settled(other));
    one.side_to_move() == other.side_to_move()
        && Symmetry::ALL.iter().any(|symmetry| symmetry.board(one.board()) == other.board())
}

fn games<S: Size>(most: usize, longest: usize) -> impl Strategy<Value = Vec<Played<S>>>
where
    AnyGame: From<Game<S>>,
{
    let choices = vec(any::<Index>(), 0..=longest);
    let one = (choices, [0_u8..3, 0_u8..3], 1990_u16..1995);
    vec(one.prop_map(|(choices, names, year)| Played::new(&choices, names, year)), 1..most)
}

/// Games, wins, draws, losses, last year.
type Counted = (u64, u64, u64, u64, Option<u16>);

fn counted(results: &ResultCounts) -> Counted {
    (results.games, results.wins, results.draws, results.losses, results.last_year)
}

/// Counts the results of the given games naively, for one side.
fn count<'a, S: Size>(games: impl Iterator<Item = &'a Played<S>>, side: Color) -> Counted {
    let mut counted = Counted::default();
    for played in games {
        counted.0 += 1;
        counted.4 = counted.4.max(played.record.date.parse().ok());
        let sign = if side == Color::Black { 1.0 } else { -1.0 };
        match played.record.black_score().map(|score| sign * score) {
            Some(score) if score > 0.0 => counted.1 += 1,
            Some(score) if score < 0.0 => counted.3 += 1,
            Some(_) => counted.2 += 1,
            None => {}
        }
    }
    counted
}

/// Adds games in batches of this size, and explores every symmetric image of a position of one of
/// them.
fn explore_agrees_with_a_naive_count<S: Size>(
    games: &[Played<S>],
    batch: usize,
    at: Index,
    of: Index,
) where
    AnyGame: From<Game<S>>,
{
    let (_folder, mut archive) = new();
    let records: Vec<_> = games.iter().map(|played| played.record.clone()).collect();
    let mut added = Added::default();
    for batch in records.chunks(batch) {
        let more = archive.add(batch).unwrap();
        added = Added { new: added.new + more.new, known: added.known + more.known };
    }
    // Duplicates count once.
    let mut kept: Vec<&Played<S>> = Vec::new();
    for played in games {
        if kept.iter().all(|other| other.record != played.record) {
            kept.push(played);
        }
    }
    assert_eq!((added.new, added.known), (kept.len() as u64, (games.len() - kept.len()) as u64));
    assert_eq!(archive.add(&records).unwrap(), Added { new: 0, known: games.len() as u64 });
    for (played, number) in kept.iter().zip(1..) {
        assert_eq!(archive.game(number).unwrap().as_ref(), Some(&played.record));
    }

    let positions = at.get(games).positions();
    let position = of.get(&positions);
    let side = position.side_to_move();
    let came = || kept.iter().copied().filter(|played| played.reached(position));
    for symmetry in Symmetry::ALL {
        let image = Position::new(symmetry.board(position.board()), side);
        let explored = archive.explore(&image, &Filter::default()).unwrap();
        assert_eq!(counted(&explored.all), count(came(), side));
        let mut moves = Vec::new();
        for reply in &explored.replies {
            for &played in &reply.moves {
                let then = image.after(played);
                let went = came().filter(|played| played.reached(&then));
                assert_eq!(counted(&reply.results), count(went, side), "{played} in {image}");
                moves.push(played);
            }
        }
        moves.sort();
        assert!(moves.iter().eq(image.moves().collect::<Vec<_>>().iter()), "every reply is there");
        let went: u64 = explored.replies.iter().map(|reply| reply.results.games).sum();
        assert_eq!(went + explored.ended.games, explored.all.games);

        let filter = Filter { position_key: Some(PositionKey::of(&image)), ..Filter::default() };
        assert_eq!(archive.find(&filter).unwrap().len(), came().count());
        let some = Filter { players: vec!["player a".into()], years: Some(1991..=1993), ..filter };
        let some_came = || {
            let names =
                |played: &Played<S>| Color::ALL.map(|color| played.game.name(color) == "Player A");
            let is_of_years =
                |played: &Played<S>| ("1991"..="1993").contains(&played.record.date.as_str());
            came().filter(move |played| names(played).contains(&true) && is_of_years(played))
        };
        match archive.find(&some) {
            Ok(found) => assert_eq!(found.len(), some_came().count()),
            Err(error) => assert!(error.to_string().starts_with("there is no player"), "{error}"),
        }
        if let Ok(explored) = archive.explore(&image, &some) {
            assert_eq!(counted(&explored.all), count(some_came(), side));
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 24, ..ProptestConfig::default() })]

    /// On 4×4, games share positions and pass often.
    #[test]
    fn small_games_are_counted(
        games in games::<Four>(40, 14), batch in 1_usize..50, at: Index, of: Index
    ) {
        explore_agrees_with_a_naive_count(&games, batch, at, of);
    }

    #[test]
    fn games_are_counted(
        games in games::<Eight>(20, 70), batch in 1_usize..30, at: Index, of: Index
    ) {
        explore_agrees_with_a_naive_count(&games, batch, at, of);
    }
}

/// A row holds 500 games: counts do not depend on row boundaries.
#[test]
fn counts_do_not_depend_on_row_boundaries() {
    let (_folder, mut archive) = new();
    let record = |year: usize| {
        let game = transcript::read(Position::start(), "f5d6").unwrap();
        Record { date: (1000 + year).to_string(), round: year.to_string(), ..Record::from(game) }
    };
    let records: Vec<_> = (0..1203).map(record).collect();
    for batch in [&records[..1], &records[1..499], &records[499..501], &records[501..]] {
        archive.add(batch).unwrap();
        let games = archive.games().unwrap();
        let explored = archive.explore(&Position::start(), &Filter::default()).unwrap();
        assert_eq!(explored.all.games, u64::from(games));
        assert_eq!(explored.replies[0].results.games, u64::from(games));
        assert_eq!(explored.replies[0].moves[0].to_string(), "f5", "the conventional first move");
        assert_eq!(explored.replies[0].moves.len(), 4);
    }
    assert_eq!(archive.game(1203).unwrap().unwrap().round, "1202");
    assert_eq!(archive.game(1204).unwrap(), None);
    assert!(archive.integrity_errors().unwrap().is_empty());
}

#[test]
fn games_are_found_by_their_metadata() {
    let (_folder, mut archive) = new();
    let text = "\
        (;GM[Othello]PC[Worlds Rome]DT[2006]PB[Tamenori Hideshi]PW[Shaman David]RE[+12]B[f5]W[d6];)\
        (;GM[Othello]PC[Open Paris]DT[1999.5.1]PB[Shaman David]PW[Berg Matthias]RE[-4]B[f5]W[f6];)\
        (;GM[Othello]PC[Open Paris]DT[1999]PB[Élodie]PW[Tamenori Hideshi]RE[0]B[c4]W[c3];)\
        (;GM[Othello]PB[someone]PW[]RE[?]B[f5];)";
    let records: Vec<_> = ggf::read(text.as_bytes()).collect::<Result<_, _>>().unwrap();
    archive.add(&records).unwrap();
    let find = |filter: Filter| archive.find(&filter).map_err(|error| error.to_string());
    let of = |text: &str| Filter { players: vec![text.to_owned()], ..Filter::default() };
    assert_eq!(find(Filter::default()), Ok(vec![1, 2, 3, 4]), "the latest first, then by number");
    assert_eq!(find(of("SHAMAN")), Ok(vec![1, 2]));
    assert_eq!(find(of("élo")), Ok(vec![3]));
    assert_eq!(
        find(Filter { players: vec!["tam".into(), "sham".into()], ..Filter::default() }),
        Ok(vec![1])
    );
    assert_eq!(find(Filter { black: Some("shaman".into()), ..Filter::default() }), Ok(vec![2]));
    assert_eq!(find(Filter { white: Some("shaman".into()), ..Filter::default() }), Ok(vec![1]));
    assert_eq!(find(Filter { event: Some("paris".into()), ..Filter::default() }), Ok(vec![2, 3]));
    assert_eq!(find(Filter { years: Some(1990..=1999), ..Filter::default() }), Ok(vec![2, 3]));
    for (result, found) in [
        (GameResult::Black, 1),
        (GameResult::White, 2),
        (GameResult::Draw, 3),
        (GameResult::Unknown, 4),
    ] {
        assert_eq!(find(Filter { result: Some(result), ..Filter::default() }), Ok(vec![found]));
    }
    assert_eq!(find(of("karpov")), Err("there is no player `karpov` in the archive".to_owned()));
    let stats = archive.stats().unwrap();
    assert_eq!((stats.games, stats.players, stats.events, stats.moves), (4, 5, 2, 7));
    assert_eq!((stats.black_wins, stats.draws, stats.white_wins), (1, 1, 1));
    assert_eq!(stats.years, Some((1999, 2006)));
    assert_eq!(stats.busiest[0], ("Shaman David".to_owned(), 2));
}

/// One archive holds games of several sizes and starts.
#[test]
fn records_come_back_unchanged() {
    let (_folder, mut archive) = new();
    let text = "(;GM[Othello]PC[x]DT[2000]PB[a]PW[b]RB[2196.37]TI[5:00]TY[8r5]RE[+4:r]\
        BO[8 -------- -------- -------- ---O*--- ---**--- -------- -------- -------- O]\
        W[f4//0.01]B[f3/2.39/20.97]CO[!]XX[odd];)(;GM[Othello]TY[10]RE[?];)(;GM[Othello]TY[6]B[c2];)";
    let mut records: Vec<_> = ggf::read(text.as_bytes()).collect::<Result<_, _>>().unwrap();
    records[1].theoretical = Some(Theoretical { black_score: -2, empties: 24 });
    assert_eq!(archive.add(&records).unwrap().new, 3);
    for (record, number) in records.iter().zip(1..) {
        assert_eq!(archive.game(number).unwrap().as_ref(), Some(record));
    }
    let stats = archive.explore(&Position::start(), &Filter::default()).unwrap();
    assert_eq!(stats.all.games, 0, "none of them has the standard 8×8 start");
}

/// Why an import ended early.
#[derive(Debug)]
enum Failure {
    Source,
    Archive,
    Watcher,
}

impl From<SourceError> for Failure {
    fn from(_: SourceError) -> Failure {
        Failure::Source
    }
}

#[test]
fn files_are_imported_in_batches_until_a_stop() {
    let (folder, mut archive) = new();
    let games = |name: &str, text: &str| std::fs::write(folder.path().join(name), text).unwrap();
    games("a.txt", &format!("a1\n{}", "f5d6c3\n".repeat(1500)));
    games("b.txt", "f5f6e6\n");
    let sources = game_sources(folder.path(), None).unwrap();
    let stop = StopSignal::default();
    let import = Import { sources: &sources, side: 8, stop: &stop };
    let mut run = |watch: &mut dyn FnMut(&Imported) -> Result<(), Failure>| {
        let mut seen = Vec::new();
        let imported = import.run(
            &mut |batch| archive.add(batch).map_err(|_| Failure::Archive),
            &mut |event| {
                seen.push(match event {
                    ImportEvent::Refused { .. } => "refused",
                    ImportEvent::Stored(_) => "stored",
                    ImportEvent::Read { .. } => "read",
                });
                if let ImportEvent::Stored(totals) = event { watch(&totals) } else { Ok(()) }
            },
        );
        (imported, seen)
    };
    let (failed, _) = run(&mut |_| Err(Failure::Watcher));
    assert!(matches!(failed, Err(Failure::Watcher)));
    let (all, seen) = run(&mut |_| Ok(()));
    assert_eq!(seen, ["refused", "stored", "read", "read", "stored"]);
    // The first batch was kept.
    let added = Added { new: 1, known: 1500 };
    assert_eq!(all.unwrap(), Imported { added, refused: 1, ..Imported::default() });
    let (stopped, seen) = run(&mut |_| {
        stop.stop();
        Ok(())
    });
    assert_eq!(seen, ["refused", "stored"]);
    assert_eq!(stopped.unwrap().added, Added { new: 0, known: 1000 });
    assert_eq!(archive.games().unwrap(), 2);
}
