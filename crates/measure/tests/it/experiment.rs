//! Experiments give the same results on any number of threads and after any interruption.

use std::collections::BTreeSet;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use othellier_board::{Color, Eight, Move, Position};
use othellier_measure::experiment::{
    Experiment, Findings, Folder, GameRow, GamesPart, Job, MoveStatsRow, Plan, PreparedExperiment,
    Row, SearchRow, TimingRow, builtin, with_values,
};
use othellier_play::{Clock, Setup, StopSignal, build_player};
use othellier_record::transcript;
use othellier_spec::{Access, Spec};

const TEXT: &str = r#"
format = 1
name = "small"
seed = 5

[[games]]
name = "depths"
players = ["negamax-ab(depth={depth}, eval=mixed-discs, table=zobrist, hash=64KiB)"]
grid = { depth = [1, 2] }
opponents = ["random"]
games = 6
measure = ["wins", "time-by-move"]

[[positions]]
name = "searches"
players = ["minimax(depth={depth})", "alphabeta(depth={depth})"]
grid = { depth = [1, 2, 3] }
phases = { opening = 6, end = 50 }
count = 2
repetitions = 2
by = "depth"
measure = ["nodes"]

[[predictions]]
name = "winner"
evaluators = ["discs", "mobility"]
player = "random"
games = 5
random_plies = 4

[[evolution]]
name = "bred"
player = "alphabeta(depth=1)"
environment = ["random"]
population = 4
generations = 3
runs = 2
openings = 1
random_plies = 20
laws = ["power:4", "exp:20"]
renew = 2

[[hashing]]
name = "hashes"
functions = ["modulo", "zobrist", "zobrist-moves"]
slots = 10007
games = 2
passes = 2
repetitions = 3

[[perft]]
name = "boards"
boards = ["mailbox", "scalar"]
depth = 4
repetitions = 2
"#;

pub(crate) fn plan() -> Plan {
    Plan::of(Experiment::read(TEXT).unwrap(), &Access::Full).unwrap()
}

/// Runs until this many rows are found.
pub(crate) fn run(plan: &Plan, done: &[Row], threads: usize, most: usize) -> Vec<Row> {
    let mut found = Vec::new();
    let threads = NonZeroUsize::new(threads).unwrap();
    plan.run(done, threads, &StopSignal::default(), &mut |row| {
        found.push(row);
        if found.len() < most { ControlFlow::Continue(()) } else { ControlFlow::Break(()) }
    })
    .unwrap();
    found
}

/// The rows in order, without the times, which may differ.
fn timeless(mut rows: Vec<Row>) -> Vec<Row> {
    let quick = |stats: &mut MoveStatsRow| stats.nanoseconds = 0;
    for row in &mut rows {
        match row {
            Row::Game(GameRow { move_stats, seconds, .. }) => {
                *seconds = 0.0;
                move_stats.iter_mut().for_each(quick);
            }
            Row::Search(SearchRow { stats, .. }) => quick(stats),
            Row::Timing(TimingRow { nanoseconds, .. }) => *nanoseconds = 0,
            Row::Prediction(_) | Row::Generation(_) => {}
        }
    }
    rows.sort_by_key(|row| {
        let (part, arm, index) = row.unit();
        (part.to_owned(), arm, index)
    });
    rows
}

#[test]
fn a_resumed_run_ends_like_an_uninterrupted_one() {
    let plan = plan();
    let whole = run(&plan, &[], 1, usize::MAX);
    assert_eq!(whole.len(), plan.units().len());
    assert_eq!(plan.open(&whole), 0);
    let mut pieces = Vec::new();
    for most in [3, 1, 7, usize::MAX] {
        let more = run(&plan, &pieces, 3, most);
        assert!(more.len() <= most);
        // Rows survive a round trip through the journal.
        pieces.extend(more.iter().map(|row| {
            let line = serde_json::to_string(row).unwrap();
            serde_json::from_str::<Row>(&line).unwrap()
        }));
    }
    assert_eq!(timeless(pieces), timeless(whole));
}

#[test]
fn findings_do_not_depend_on_the_order() {
    let plan = plan();
    let mut rows = run(&plan, &[], 2, usize::MAX);
    let forwards = Findings::of(&plan, &rows);
    rows.reverse();
    let backwards = Findings::of(&plan, &rows);
    let games = forwards.games("depths");
    assert_eq!(games.len(), 2);
    assert!(games.iter().all(|found| found.score.games() == 6 && found.pairs.count() == 3));
    assert_eq!(games[0].pairs, backwards.games("depths")[0].pairs);
    assert!(games[1].table.hits.is_some() && games[1].table.fill.unwrap() > 0.0);
    assert!(games[0].by_move.iter().all(|at| (1..=60).contains(&at.ply)));
    let searches = forwards.searches("searches");
    // Alpha-beta visits no more than minimax, phase by phase and depth by depth.
    for (minimax, alphabeta) in searches[..3].iter().zip(&searches[3..]) {
        assert_eq!((minimax.len(), alphabeta.len()), (2, 2));
        for (all, few) in minimax.iter().zip(alphabeta) {
            assert!(few.nodes.mean <= all.nodes.mean && few.nodes.count == 2);
        }
    }
    // Both laws begin with the same individuals; later generations differ.
    let bred = forwards.evolutions("bred");
    assert_eq!(bred, backwards.evolutions("bred"));
    assert!(bred.iter().flatten().all(|history| history.len() == 3));
    assert_eq!(bred[0][0][0], bred[1][0][0]);
    assert_ne!(bred[0][0][2].genes, bred[0][1][2].genes);
    assert_eq!(bred[0][0].iter().map(|one| one.renewed).collect::<Vec<_>>(), [false, true, false]);
    // Every arm is measured, and the first is as fast as itself.
    for (part, arms) in [("hashes", 3), ("boards", 2)] {
        let timed = forwards.timings(part);
        assert!(timed.len() == arms && timed.iter().all(Option::is_some), "{part}");
        assert!((timed[0].unwrap().ratio.unwrap().value - 1.0).abs() < 1e-12, "{part}");
        assert_eq!(timed, backwards.timings(part));
    }
    // Speedups are relative to the smallest depth, position by position.
    for arms in searches.chunks(3) {
        let speedups = |arm: usize| arms[arm].iter().map(|at| at.speedup.unwrap());
        assert!(speedups(0).all(|ratio| (ratio.value - 1.0).abs() < 1e-12 && ratio.count == 2));
        assert!(speedups(2).all(|ratio| ratio.value > 0.0 && ratio.interval.is_some()));
    }
    // The side with more discs before the last move nearly always wins.
    let last = forwards.predictions("winner")[0].last().unwrap().counts;
    assert!(last.games() > 0);
}

/// The SPRT is decided by the games in index order, not in the order in which they ended.
#[test]
fn a_decided_sprt_needs_no_more_games() {
    let text = r#"
        format = 1
        name = "decided"
        seed = 1
        [[games]]
        name = "match"
        players = ["negamax-ab(depth=2)"]
        opponents = ["random"]
        games = 400
        sprt = [0, 100]
        measure = ["elo"]
    "#;
    let plan = Plan::of(Experiment::read(text).unwrap(), &Access::Full).unwrap();
    let [one, three] = [1, 3].map(|threads| run(&plan, &[], threads, usize::MAX));
    assert!(one.len() < 100, "{}", one.len());
    assert_eq!(plan.open(&one), 0);
    let [one, three] =
        [one, three].map(|rows| Findings::of(&plan, &rows).games("match")[0].clone());
    assert_eq!((one.score, one.pairs), (three.score, three.pairs));
    assert!(one.score.games() > 0);
}

/// Every built-in experiment is valid, full and quick; its comparisons refer to existing arms; and
/// all texts are in both languages.
#[test]
fn the_experiments_of_the_reports() {
    // Games of people are not part of the repository: a file of ours stands for them.
    let people = tempfile::Builder::new().suffix(".txt").tempfile().unwrap();
    std::fs::write(&people, "e6f4e3f6g5d6e7f5c5\n".repeat(2_800)).unwrap();
    let people = people.path().to_str().unwrap();
    for (name, text) in builtin::ALL {
        let text = text.replace("WTH_2024.wtb", people);
        let experiment = Experiment::read(&text).unwrap_or_else(|error| panic!("{name}: {error}"));
        assert_eq!(experiment.name, name);
        let said = [&experiment.title, &experiment.question];
        assert!(said.iter().all(|both| !both.en.is_empty() && !both.fr.is_empty()), "{name}");
        assert_eq!(experiment.answer.en.is_empty(), experiment.answer.fr.is_empty(), "{name}");
        assert!(experiment.missing().is_empty(), "{name}");
        // b17 starts the program itself as an engine, which a library test does not have.
        let text = match name {
            "b17" => with_values(&text, &["engine=level-1".parse().unwrap()]).unwrap(),
            _ => text,
        };
        let read = [Experiment::read(&text), Experiment::read_quick(&text)];
        for experiment in read.map(Result::unwrap) {
            let plan = Plan::of(experiment, &Access::Full)
                .unwrap_or_else(|error| panic!("{name}: {error}"));
            for comparison in &plan.experiment.compare {
                let job = plan.jobs.iter().find(|job| job.name() == comparison.part).unwrap();
                let othellier_measure::experiment::Job::Games { arms, .. } = job else {
                    panic!("{name}: {} has no games", comparison.part)
                };
                assert!(
                    arms.iter().any(|arm| arm.is_called(&comparison.arm)),
                    "{name}: {}",
                    comparison.arm
                );
            }
        }
    }
}

/// The reports, by their short names in `testdata/reports/quotations.toml`.
const SOURCES: [(&str, &str); 5] = [
    ("S0", "IA appliquée au jeu d'Othello"),
    ("S1", "Ot'hello World"),
    ("S2", "Projet Reversi"),
    ("S3", "Algorithmes de jeu de plateau à deux joueurs"),
    ("S4", "Implémentation et optimisation d'un modèle d'IA pour Reversi"),
];

/// The statements without a quotation, by experiment and place: of reports whose text is not at hand.
const WITHOUT_QUOTATION: [(&str, &str); 14] = [
    ("b10", "§3.6, fig. 2"),
    ("b10", "§5.3"),
    ("b11", "§4.5, fig. 3–4"),
    ("b11", "§4.3"),
    ("b12", "§5.3, fig. 5–6"),
    ("b14", "§V.3.b"),
    ("b15", "§V.1"),
    ("b16", "§2.5"),
    ("b16-wthor", "§2.5"),
    ("b17", "§IV.6, §VI"),
    ("threads", "§5.5"),
    ("steps", "§3.3, §5.1"),
    ("hash-cost", "§V.3.b"),
    ("mailbox", "§1.2"),
];

/// The passages of the reports that may be quoted: the report, the section, the text.
fn passages() -> Vec<[String; 3]> {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../../testdata/reports/quotations.toml");
    let table: toml::Table = std::fs::read_to_string(file).unwrap().parse().unwrap();
    let text = |passage: &toml::Value, key: &str| passage[key].as_str().unwrap().to_owned();
    let passages = table["passage"].as_array().unwrap().iter();
    passages.map(|passage| ["report", "place", "text"].map(|key| text(passage, key))).collect()
}

/// The texts between « and ».
fn quoted(text: &str) -> impl Iterator<Item = &str> {
    text.split("« ").skip(1).map(|rest| rest.split_once(" »").expect("a closing sign").0)
}

/// Every experiment states which report it repeats and where, in the words of the report: a
/// quotation is a part of a passage of that section.
#[test]
fn what_the_reports_say_is_quoted_with_its_place() {
    let passages = passages();
    let mut without = BTreeSet::new();
    for (name, text) in builtin::ALL {
        let experiment = Experiment::read(text).unwrap();
        assert!(!experiment.report.is_empty(), "{name}");
        for said in &experiment.report {
            let (report, _) = SOURCES
                .into_iter()
                .find(|(_, title)| *title == said.source)
                .unwrap_or_else(|| panic!("{name}: {}", said.source));
            let own = || passages.iter().filter(|[of, ..]| of == report);
            assert!(said.place.starts_with('§'), "{name}: {}", said.place);
            assert!(!said.says.en.is_empty() && !said.says.fr.is_empty(), "{name}");
            for quote in quoted(&said.says.en).chain(quoted(&said.says.fr)) {
                assert!(own().any(|[.., text]| text.contains(quote)), "{name}: {quote}");
            }
            if said.quote.is_empty() {
                assert!(!["S1", "S3"].contains(&report), "{name}: {} has no quotation", said.place);
                without.insert((name, said.place.clone()));
                continue;
            }
            let found = own().any(|[_, place, text]| {
                said.place.split(", ").any(|part| part == place) && text.contains(&said.quote)
            });
            assert!(found, "{name}: {} of {report} does not say: {}", said.place, said.quote);
        }
    }
    let listed = WITHOUT_QUOTATION.map(|(name, place)| (name, place.to_owned()));
    assert_eq!(without, BTreeSet::from(listed));
}

#[test]
fn every_number_of_the_reports_is_compared() {
    let strategies = [
        ("black", "eval=matrix1", ["98 % of 50", "16.8 s", "Black 66 %, White 33 %"]),
        ("black", "eval=discs", ["86 % of 50", "7.6 s", "Black 59 %, White 27 %"]),
        ("white", "eval=matrix1", ["96 % of 50", "13.7 s", "Black 35 %, White 63 %"]),
        ("white", "eval=discs", ["88 % of 50", "14.1 s", "Black 35 %, White 62 %"]),
        ("white", "eval=mobility", ["90 % of 50", "13.7 s", "Black 37 %, White 61 %"]),
    ];
    let later = [
        ("b8", "black", "eval=mobility", ["68 % of 50", "Black 58 %, White 41 %"]),
        ("b8", "black", "eval=mixed", ["88 % of 50", "Black 65 %, White 33 %"]),
        ("b8", "white", "eval=mixed", ["94 % of 50", "Black 34 %, White 65 %"]),
        ("b9", "white", "eval=matrix1", ["82 % of 50", "Black 38 %, White 61 %"]),
        ("b9", "white", "eval=discs", ["86 % of 50", "Black 26 %, White 72 %"]),
        ("b9", "white", "eval=mobility", ["86 % of 50", "Black 30 %, White 68 %"]),
        ("b9", "white", "eval=mixed", ["92 % of 50", "Black 21 %, White 76 %"]),
    ];
    let later = later
        .into_iter()
        .flat_map(|(name, color, arm, all)| all.map(|theirs| (name, arm, Some(color), theirs)));
    let strategies = strategies
        .into_iter()
        .flat_map(|(color, arm, all)| all.map(|theirs| ("b8", arm, Some(color), theirs)));
    let random = ["44.2 % of 1000", "51.8 % of 1000", "4 % of 1000", "0.887 ms"];
    let random = random.into_iter().chain(["Black 49 %, White 50 %"]);
    let random = random.map(|theirs| ("b7", "random", None, theirs));
    let ajax = "negascout(depth=6, eval=genome, order=static, table=zobrist, endgame=12)";
    let others = [("b11", "depth=3, memory=undo", None, "−98 %"), ("b17", ajax, None, "+5")];
    for (name, arm, color, theirs) in strategies.chain(later).chain(random).chain(others) {
        let experiment = Experiment::read(builtin::find(name).unwrap()).unwrap();
        let found = experiment
            .compare
            .iter()
            .any(|one| one.arm == arm && one.color.as_deref() == color && one.theirs.en == theirs);
        assert!(found, "{name}: {arm}, {color:?}: {theirs}");
    }
}

/// The words for a setting, before or after its value.
fn words_for(key: &str) -> Vec<&str> {
    match key {
        "depth" => vec!["depth", "depths", "profondeur", "profondeurs"],
        "threads" => vec!["threads", "fils"],
        "games" => vec!["games", "parties"],
        key => vec![key],
    }
}

/// Whether a text states this value of a setting.
fn states(text: &str, key: &str, value: &str) -> bool {
    let text = text.to_lowercase();
    let words: Vec<&str> =
        text.split(|c: char| !c.is_alphanumeric()).filter(|w| !w.is_empty()).collect();
    words.windows(2).any(|pair| {
        let names = words_for(key);
        pair[1] == value && names.contains(&pair[0]) || pair[0] == value && names.contains(&pair[1])
    })
}

/// The texts that describe a run.
fn descriptions(experiment: &Experiment) -> Vec<String> {
    let games = experiment.games.iter().flat_map(|part| [&part.title, &part.note]);
    let positions = experiment.positions.iter().flat_map(|part| [&part.title, &part.note]);
    let own = [&experiment.title, &experiment.question];
    own.into_iter()
        .chain(games)
        .chain(positions)
        .flat_map(|t| [t.en.clone(), t.fr.clone()])
        .collect()
}

/// The conclusion of every built-in experiment is of the settings in its file, and of no others; and
/// no text states a setting that the run does not have.
#[test]
fn conclusions_and_texts_are_those_of_the_run() {
    for (name, text) in builtin::ALL {
        let written = Experiment::read(text).unwrap();
        let fingerprint =
            |text: &str, quick, seed| Experiment::fingerprint(text, quick, seed).unwrap();
        let own = fingerprint(text, false, written.seed);
        assert_eq!(written.measured, own, "{name}: measure it again, then set `measured`");
        assert_ne!(fingerprint(text, false, written.seed + 1), own, "{name}");
        if text.contains("quick =") {
            assert_ne!(fingerprint(text, true, written.seed), own, "{name}");
        }
        assert!(descriptions(&written).iter().all(|text| !text.contains('{')), "{name}");

        let quick = Experiment::read_quick(text).unwrap();
        let fewer = |(whole, quick): (&GamesPart, &GamesPart)| {
            (whole.games != quick.games).then(|| whole.games.to_string())
        };
        for games in written.games.iter().zip(&quick.games).filter_map(fewer) {
            let stale = descriptions(&quick).into_iter().find(|text| states(text, "games", &games));
            assert_eq!(stale, None, "{name}, quick");
        }

        let keys: BTreeSet<&str> = written.grid_keys().collect();
        for key in keys {
            let changed = with_values(text, &[format!("{key}=11").parse().unwrap()]).unwrap();
            assert_ne!(fingerprint(&changed, false, written.seed), own, "{name}, {key}");
            let run = Experiment::read(&changed).unwrap();
            let of_games = written.games.iter().filter_map(|part| part.grid.get(key));
            let of_positions = written.positions.iter().filter_map(|part| part.grid.get(key));
            let old: Vec<String> =
                of_games.chain(of_positions).flatten().map(ToString::to_string).collect();
            // A fixed setting of another part may have the same value.
            let fixed = |value: &String| {
                let specs = written.games.iter().flat_map(|p| p.players.iter().chain(&p.opponents));
                let mut specs = specs.chain(written.positions.iter().flat_map(|p| &p.players));
                specs.any(|spec| spec.contains(&format!("{key}={value}")))
            };
            for value in old.iter().filter(|value| !fixed(value)) {
                let stale = descriptions(&run).into_iter().find(|text| states(text, key, value));
                assert_eq!(stale, None, "{name}, {key}={value}");
            }
        }
    }
}

/// Whoever makes the last move: a game without passes ends with White's sixtieth.
#[test]
fn results_are_counted_by_the_last_move() {
    let text = "format = 1\nname = \"x\"\nseed = 1\n[[games]]\nname = \"g\"\n\
                players = [\"random\"]\nopponents = [\"random\"]\ngames = 30\nmeasure = [\"last-move\"]\n";
    let plan = Plan::of(Experiment::read(text).unwrap(), &Access::Full).unwrap();
    let rows = run(&plan, &[], 1, usize::MAX);
    let mut expected = [[0; 3]; 2];
    for row in &rows {
        let Row::Game(row) = row else { panic!("only games") };
        let mut game = transcript::read(Position::<Eight>::default(), &row.moves).unwrap();
        game.go_to(game.length() - 1).unwrap();
        let last = usize::from(game.position().side_to_move() == Color::White);
        let result = 1 - (row.black as i32 - row.white as i32).signum();
        expected[last][result as usize] += 1;
    }
    let found = Findings::of(&plan, &rows).games("g")[0].by_last_move;
    assert_eq!(found.map(|black| [black.wins, black.draws, black.losses]), expected);
    assert!(expected.iter().flatten().sum::<u64>() == 30 && expected[0] != [0; 3]);
}

/// After its last move a game is decided: whoever has more discs has won. Passes are not moves.
#[test]
fn predictions_count_moves_to_the_end() {
    let text = "format = 1\nname = \"x\"\nseed = 1\n[[predictions]]\nname = \"w\"\n\
                evaluators = [\"discs\"]\nplayer = \"random\"\ngames = 30\nrandom_plies = 10\n";
    let plan = Plan::of(Experiment::read(text).unwrap(), &Access::Full).unwrap();
    let rows = run(&plan, &[], 1, usize::MAX);
    let mut passes = 0;
    for row in &rows {
        let Row::Prediction(row) = row else { panic!("only predictions") };
        let game = transcript::read(Position::<Eight>::default(), &row.moves).unwrap();
        let passed = game.moves().iter().filter(|played| played.played == Move::Pass).count();
        passes += passed;
        let last = row.first_ply as usize + row.guesses.len() - 1;
        assert_eq!(last, game.length() - passed, "{}", row.moves);
    }
    assert!(passes > 0, "no game of this seed has a pass");
    let guesses = Findings::of(&plan, &rows);
    let last = guesses.predictions("w")[0].iter().find(|guess| guess.ply == 60).unwrap();
    assert_eq!((last.counts.draws, last.counts.losses), (0, 0));
    assert!(last.counts.wins > 20, "{last:?}");
}

/// Players with several threads and timings run alone; arms alternate.
#[test]
fn timings_and_threaded_players_run_alone() {
    let text = r#"
        format = 1
        name = "quiet"
        seed = 1
        [[positions]]
        name = "threads"
        players = ["alphabeta(depth=2, threads={threads})"]
        grid = { threads = [1, 2] }
        phases = { middle = 20 }
        count = 3
        by = "threads"
        measure = ["speedup"]
        [[positions]]
        name = "asked"
        players = ["alphabeta(depth=2)"]
        phases = { middle = 20 }
        alone = true
        measure = ["time"]
        [[positions]]
        name = "usual"
        players = ["alphabeta(depth=2, threads=1)"]
        phases = { middle = 20 }
        count = 3
        measure = ["time"]
        [[games]]
        name = "games"
        players = ["random"]
        opponents = ["pvs(depth=1, threads=2)"]
        games = 2
        measure = ["wins"]
    "#;
    let plan = Plan::of(Experiment::read(text).unwrap(), &Access::Full).unwrap();
    let alone: Vec<_> = plan.jobs.iter().map(|job| (job.name(), job.alone())).collect();
    assert_eq!(alone, [("games", true), ("threads", true), ("asked", true), ("usual", false)]);
    let rows = run(&plan, &[], 4, usize::MAX);
    let done: Vec<_> = rows.iter().map(Row::unit).collect();
    assert!(done[..3].iter().all(|(part, ..)| *part == "usual"), "{done:?}");
    let turns: Vec<_> = done[5..11].iter().map(|(_, arm, index)| (*index, *arm)).collect();
    assert_eq!(turns, [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]);
}

/// The journal of a run that timed units alone says what else the machine did: a line of type
/// `load` after the last of them, which a report reads.
#[test]
fn the_load_is_measured_while_units_are_timed() {
    let text = "format = 1\nname = \"timed\"\nseed = 1\n[[perft]]\nname = \"boards\"\n\
                boards = [\"bitboards\", \"scalar\"]\ndepth = 3\nrepetitions = 3\n";
    let folder = tempfile::tempdir().unwrap();
    let prepared = PreparedExperiment::new(text, false, None, &[], &Access::Sealed).unwrap();
    let (mut run, mut journal) = Folder::open(folder.path(), prepared).unwrap();
    // The load is that from the end of the first unit on, and a shorter time does not tell.
    let long_enough = Duration::from_millis(300);
    let stop = StopSignal::default();
    run.run(&mut journal, NonZeroUsize::MIN, &stop, &mut |_, _| thread::sleep(long_enough))
        .unwrap();
    drop(journal);
    let lines = std::fs::read_to_string(folder.path().join("journal.jsonl")).unwrap();
    let lines: Vec<serde_json::Value> =
        lines.lines().map(|line| serde_json::from_str(line).unwrap()).collect();
    let of_load: Vec<_> = lines.iter().filter(|line| line["type"] == "load").collect();
    assert_eq!((run.open_units(), run.timed_alone()), (0, 6));
    if cfg!(not(target_os = "linux")) {
        assert!(of_load.is_empty() && run.loads.is_empty());
        return;
    }
    let [load] = of_load[..] else { panic!("{lines:?}") };
    assert_eq!(lines.last(), Some(load));
    assert_eq!(load["units"], 6);
    assert!(load["cores"].as_f64().unwrap() >= 0.0, "{load}");
    assert!((0.0..=1.0).contains(&load["steal"].as_f64().unwrap()), "{load}");
    assert_eq!(Folder::read(folder.path()).unwrap().loads, run.loads);
}

/// An engine that is not installed cannot play, but its finished games can be read.
#[test]
fn a_finished_experiment_needs_no_engine() {
    let text = "format = 1\nname = \"x\"\nseed = 1\n[[games]]\nname = \"g\"\n\
                players = [\"random\"]\nopponents = [\"gtp(cmd=no-such-engine)\"]\n\
                games = 2\nmeasure = []\n";
    let experiment = Experiment::read(text).unwrap();
    assert!(
        Plan::of(experiment.clone(), &Access::Full)
            .is_err_and(|e| e.to_string().contains("no-such-engine"))
    );
    assert_eq!(Plan::of_finished(experiment).unwrap().units().len(), 2);
}

#[test]
fn invalid_experiments_are_refused() {
    let with = |rest: &str| {
        let text = format!("format = 1\nname = \"x\"\nseed = 1\n{rest}");
        Plan::of(Experiment::read(&text).unwrap(), &Access::Full).err().unwrap().to_string()
    };
    let games = |players: &str, more: &str| {
        with(&format!(
            "[[games]]\nname = \"g\"\nplayers = [\"{players}\"]\nopponents = [\"random\"]\n\
             games = 2\nmeasure = []\n{more}"
        ))
    };
    assert!(games("minimx", "").starts_with("g: there is no player `minimx`"));
    assert!(games("human", "").contains("is a person"));
    assert!(games("random", "split = \"depth\"").contains("split is not a key"));
    assert!(games("random", "time_per_move = \"fast\"").contains("fast"));
    assert!(games("random", "openings = \"f5a1\"").contains("line 1"));
    assert!(games("random", "sprt = [5.0, 0.0]").contains("the smaller first"));
    assert!(games("random", "by = \"depth\"").contains("by is not a key"));
    let compared = "[[compare]]\nwhat = { en = \"w\" }\ntheirs = { en = \"1\" }\npart = \"g\"\n\
                    arm = \"randm\"\nmeasure = \"wins\"";
    assert!(games("random", compared).contains("there is no arm `randm`; expected one of: random"));
    let fixed = "colors = \"fixed\"\nsprt = [0.0, 5.0]";
    assert!(games("random", fixed).contains("pairs of games"));
    let evolution = |more: &str| {
        with(&format!(
            "[[evolution]]\nname = \"e\"\nplayer = \"pvs(depth=1)\"\ngenerations = 1\n\
             openings = 1\nrandom_plies = 2\n{more}"
        ))
    };
    assert!(evolution("population = 3\nlaws = [\"exp:9\"]").contains("an even number"));
    assert!(evolution("population = 4\nlaws = [\"rank:1\"]").contains("power:4"));
    assert!(evolution("population = 4\nlaws = []").contains("nothing to breed"));
    let odd = "population = 4\nlaws = [\"exp:9\"]\n";
    assert!(evolution(&format!("{odd}range = [3, 3]")).contains("the smaller first"));
    assert!(evolution(&format!("{odd}mutation_rate = 1.5")).contains("from 0 to 1"));
    assert!(evolution(&format!("{odd}environment = [\"human\"]")).contains("is a person"));
    let weights = "[[weights]]\nname = \"w\"\ntable = \"matrix3\"";
    assert!(with(weights).contains("matrix1 or matrix2"));
}

/// The games of an arm are those of its player: replayed, the player chooses the moves of its
/// colour and the opponent those of the other. Exchanged, they do not.
#[test]
fn an_arm_has_the_games_of_its_player() {
    for name in ["b3", "b16"] {
        let mut table: toml::Table = builtin::find(name).unwrap().parse().unwrap();
        ["predictions", "weights", "needs"].iter().for_each(|key| drop(table.remove(*key)));
        let parts = table["games"].as_array_mut().unwrap();
        parts.retain(|part| part["opponents"].as_array().unwrap().len() > 1);
        for part in parts.iter_mut().filter_map(toml::Value::as_table_mut) {
            part.insert("games".to_owned(), 2.into());
            part.remove("quick");
        }
        let text = toml::to_string(&table).unwrap();
        let plan = Plan::of(Experiment::read(&text).unwrap(), &Access::Full).unwrap();
        let Job::Games { arms, .. } = &plan.jobs[0] else { panic!("{name} has games") };
        let mut exchanged = 0;
        for row in run(&plan, &[], 2, usize::MAX) {
            let Row::Game(row) = row else { panic!("{name} has only games") };
            let arm = &arms[row.arm];
            let opponent = arm.opponent.as_ref().unwrap();
            assert!(plays(&arm.player, opponent, &row), "{name}: {}", arm.name);
            exchanged += usize::from(plays(opponent, &arm.player, &row));
        }
        assert_eq!(exchanged, 0, "{name}: these players play alike");
    }
}

/// Whether the first of two players chooses the moves of the arm's player, and the second the
/// others.
fn plays(player: &Spec, opponent: &Spec, row: &GameRow) -> bool {
    let seat = |spec: &Spec| {
        build_player::<Eight>(spec, &Setup { seed: 0, access: Access::Full }).ok().unwrap()
    };
    let mut seats = [seat(player), seat(opponent)];
    let mut game = transcript::read(Position::default(), &row.moves).unwrap();
    let moves: Vec<Move> = game.moves().iter().map(|played| played.played).collect();
    (row.opening_length..moves.len()).all(|length| {
        game.go_to(length).unwrap();
        if moves[length] == Move::Pass {
            return true;
        }
        let own = game.position().side_to_move().to_string() == row.color;
        let seat = &mut seats[usize::from(!own)];
        seat.prepare(&game, &StopSignal::default()).unwrap();
        let choice = seat.choose(&game, Clock::default(), &StopSignal::default(), &mut |_| ());
        choice.unwrap().chosen.to_string() == moves[length].to_string()
    })
}

/// Predictions of the winners of a file of games.
#[test]
fn winners_of_a_file_are_predicted() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("games.txt");
    // Black wins by wiping White out; the second game is not finished.
    let wipe_out = "e6f4e3f6g5d6e7f5c5";
    std::fs::write(&file, format!("{wipe_out}\nf5d6\n{wipe_out}\n")).unwrap();
    let experiment = |more: &str, games: usize| {
        let text = format!(
            "format = 1\nname = \"file\"\nseed = 1\n[[predictions]]\nname = \"winner\"\n\
             evaluators = [\"discs\"]\nfile = {file:?}\ngames = {games}\n{more}"
        );
        Plan::of(Experiment::read(&text).unwrap(), &Access::Full)
    };
    let plan = experiment("", 2).unwrap();
    let rows = run(&plan, &[], 1, usize::MAX);
    let guesses = Findings::of(&plan, &rows);
    let guesses = &guesses.predictions("winner")[0];
    assert_eq!(guesses.iter().map(|guess| guess.counts.games()).max(), Some(2));
    let error = experiment("", 3).err().unwrap().to_string();
    assert!(error.contains("2 finished games"), "{error}");
    let error = experiment("player = \"random\"", 1).err().unwrap().to_string();
    assert!(error.contains("player or file"), "{error}");
    let missing = "format = 1\nname = \"f\"\nseed = 1\n[[predictions]]\nname = \"w\"\n\
                   evaluators = [\"discs\"]\nfile = \"/nowhere.wtb\"\ngames = 1";
    let error =
        Plan::of(Experiment::read(missing).unwrap(), &Access::Full).err().unwrap().to_string();
    assert!(error.contains("/nowhere.wtb"), "{error}");
}
