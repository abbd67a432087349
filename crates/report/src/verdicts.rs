//! Sentences that summarise a part, with its uncertainty.
//!
//! Every sentence names the player whose result it states, and the opponent.

use std::collections::BTreeMap;

use othellier_measure::experiment::{
    Arm, ColorChoice, GameFindings, GamesPart, Guess, Measure, PositionsPart, RoulettePart, Row,
    SearchFindings, short_names,
};
use othellier_measure::stats::{Counts, Verdict};
use othellier_spec::Spec;

use super::measures::{self, fine_percent, shown as value_shown};
use super::names::{arm_name, listed};
use super::typography;
use crate::words::{Words, tr};

/// A score with its 95 % interval.
#[derive(Clone, Copy)]
struct Score {
    rate: f64,
    low: f64,
    high: f64,
}

impl Score {
    fn of(found: &GameFindings) -> Option<Score> {
        let (low, high) = found.score.interval()?;
        Some(Score { rate: found.score.score_rate()?, low, high })
    }

    fn in_words(self, words: &dyn Words) -> String {
        let [rate, low, high] = [self.rate, self.low, self.high].map(|rate| words.percent(rate));
        tr!(words, "lab-report-score", rate = rate, low = low, high = high)
    }
}

/// The sentences on the games of a part.
pub(super) fn of_games(
    words: &dyn Words,
    part: &GamesPart,
    arms: &[Arm],
    found: &[GameFindings],
    rows: &[Row],
) -> Vec<String> {
    let scored = arms.iter().zip(found).filter_map(|(arm, found)| Some((arm, Score::of(found)?)));
    let scored: Vec<(&Arm, Score)> = scored.collect();
    let mut said = match scored.as_slice() {
        [] => Vec::new(),
        [(arm, _)] if part.colors == ColorChoice::Fixed => {
            vec![as_black(words, arm, found[0].score)]
        }
        all if all.len() == 1 || all.iter().any(|(arm, _)| arm.is_meeting()) => {
            meetings(words, all)
        }
        all if same_games(part, arms, rows) => vec![alike(words, part, all)],
        all => vec![ranking(words, all)],
    };
    for (arm, found) in arms.iter().zip(found) {
        if let Some((sprt, llr, verdict)) = found.sprt {
            let (elo0, elo1) = sprt.hypotheses();
            let key = match verdict {
                Verdict::Undecided => "match-sprt-undecided",
                Verdict::AcceptH0 => "match-sprt-h0",
                Verdict::AcceptH1 => "match-sprt-h1",
            };
            let sentence = tr!(words, key, elo0 = elo0, elo1 = elo1);
            let (arm, colon) = (arm_name(words, arm), typography::colon(words));
            said.push(format!("{arm}{colon}LLR {llr:.2}{colon}{sentence}"));
        }
    }
    said
}

/// One player that has Black in every game: the sentence is about Black and White.
fn as_black(words: &dyn Words, arm: &Arm, score: Counts) -> String {
    let all = score.games().max(1) as f64;
    let [wins, draws, losses] =
        [score.wins, score.draws, score.losses].map(|count| words.percent(count as f64 / all));
    tr!(
        words,
        "lab-report-as-black",
        name = arm.player_name.as_str(),
        opponent = opponent(arm),
        wins = wins,
        draws = draws,
        losses = losses
    )
}

fn opponent(arm: &Arm) -> &str {
    arm.opponent_name.as_deref().unwrap_or_default()
}

/// For one player, or several opponents: the score of each player and the opponents it is stronger
/// than; never a sentence about the opponents.
fn meetings(words: &dyn Words, scored: &[(&Arm, Score)]) -> Vec<String> {
    let mut players: Vec<&str> = Vec::new();
    for (arm, _) in scored {
        if !players.contains(&arm.player_name.as_str()) {
            players.push(&arm.player_name);
        }
    }
    let about = |name: &&str| {
        let mut met: Vec<&(&Arm, Score)> =
            scored.iter().filter(|(arm, _)| arm.player_name == *name).collect();
        met.sort_by(|(_, a), (_, b)| b.rate.total_cmp(&a.rate));
        let scores = met.iter().map(|(arm, score)| {
            let score = score.in_words(words);
            tr!(words, "lab-report-meeting", score = score, opponent = opponent(arm))
        });
        let scores = listed(words, &scores.collect::<Vec<_>>());
        let mut said = vec![tr!(words, "lab-report-meetings", name = *name, scores = scores)];
        let judged = |holds: fn(&Score) -> bool| {
            let those = met.iter().filter(|(_, score)| holds(score));
            those.map(|(arm, _)| opponent(arm).to_owned()).collect::<Vec<_>>()
        };
        for (key, opponents) in [
            ("lab-report-stronger", judged(|score| score.low > 0.5)),
            ("lab-report-weaker", judged(|score| score.high < 0.5)),
            ("lab-report-even", judged(|score| score.low <= 0.5 && score.high >= 0.5)),
        ] {
            if !opponents.is_empty() {
                let opponents = listed(words, &opponents);
                said.push(tr!(words, key, name = *name, opponents = opponents));
            }
        }
        said.join(" ")
    };
    players.iter().map(about).collect()
}

/// The key of the grid whose values a part shows separately.
fn grouped_by(part: &GamesPart) -> Option<&String> {
    part.split.as_ref().or(part.by.as_ref())
}

/// All players, or all with the same value of that key, played the same games.
fn alike(words: &dyn Words, part: &GamesPart, scored: &[(&Arm, Score)]) -> String {
    let opponent = opponent(scored[0].0);
    let Some(key) = grouped_by(part) else {
        let score = scored[0].1.in_words(words);
        return tr!(words, "lab-report-same-games", score = score, opponent = opponent);
    };
    let mut by_value: Vec<(String, Score)> = Vec::new();
    for (arm, score) in scored {
        let value = arm.settings.get(key).map_or(String::new(), |value| format!("{key}={value}"));
        if !by_value.iter().any(|(known, _)| *known == value) {
            by_value.push((value, *score));
        }
    }
    let scores = by_value.iter().map(|(value, score)| {
        let score = score.in_words(words);
        tr!(words, "lab-report-score-with", score = score, value = value.as_str())
    });
    let scores = listed(words, &scores.collect::<Vec<_>>());
    let key = key.as_str();
    tr!(words, "lab-report-same-games-split", key = key, scores = scores, opponent = opponent)
}

/// The players with the highest and the lowest score against the one opponent. Scores that are
/// printed as the same number count as equal.
fn ranking(words: &dyn Words, scored: &[(&Arm, Score)]) -> String {
    let mut ranked = scored.to_vec();
    ranked.sort_by(|(_, a), (_, b)| b.rate.total_cmp(&a.rate));
    let shown = |score: &Score| words.percent(score.rate);
    let with = |rate: String| -> Vec<String> {
        let same = scored.iter().filter(|(_, score)| shown(score) == rate);
        same.map(|(arm, _)| arm.player_name.clone()).collect()
    };
    let [(first, high), .., (_, low)] = ranked.as_slice() else { return String::new() };
    let (best, worst, opponent) = (with(shown(high)), with(shown(low)), opponent(first));
    if best == worst {
        let (count, names) = (best.len(), listed(words, &best));
        let score = high.in_words(words);
        return tr!(
            words,
            "lab-report-equal",
            names = names,
            count = count,
            score = score,
            opponent = opponent
        );
    }
    let apart = high.low > low.high;
    let key = if apart { "lab-report-apart" } else { "lab-report-not-apart" };
    tr!(
        words,
        key,
        best = listed(words, &best),
        bests = best.len(),
        high = high.in_words(words),
        worst = listed(words, &worst),
        worsts = worst.len(),
        low = low.in_words(words),
        opponent = opponent
    )
}

/// Whether all arms of a part, or all with the same value of the grouping key, played identical
/// games.
fn same_games(part: &GamesPart, arms: &[Arm], rows: &[Row]) -> bool {
    let group = |arm: &Arm| grouped_by(part).and_then(|key| arm.settings.get(key).cloned());
    let mut games: BTreeMap<(Option<String>, usize), Vec<&str>> = BTreeMap::new();
    for row in rows {
        if let Row::Game(game) = row
            && game.part == part.name
            && let Some(arm) = arms.get(game.arm)
        {
            games.entry((group(arm), game.index)).or_default().push(&game.moves);
        }
    }
    let size = |of: &Option<String>| arms.iter().filter(|arm| group(arm) == *of).count();
    let alike = |((of, _), moves): (&(Option<String>, usize), &Vec<&str>)| {
        moves.len() == size(of) && moves.len() > 1 && moves.iter().all(|m| *m == moves[0])
    };
    !games.is_empty() && games.iter().all(alike)
}

/// The arms with the lowest and the highest costs of moves, if a key of the grid varies.
pub(super) fn of_costs(
    words: &dyn Words,
    part: &GamesPart,
    arms: &[Arm],
    found: &[GameFindings],
) -> Vec<String> {
    let Some(by) = &part.by else { return Vec::new() };
    let value = |measure, arm: usize| Some(measures::value(measure, &found[arm])?.0);
    savings(words, by, arms, &part.measure, &value)
}

/// The arms with the lowest and the highest costs of searches, as means over all phases.
pub(super) fn of_searches(
    words: &dyn Words,
    part: &PositionsPart,
    arms: &[Arm],
    found: &[Vec<SearchFindings>],
) -> Vec<String> {
    let Some(by) = &part.by else { return Vec::new() };
    let value = |measure, arm: usize| {
        let values = found.get(arm)?.iter().map(|at| Some(measures::of_search(measure, at)?.0));
        let values: Vec<f64> = values.collect::<Option<_>>()?;
        (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
    };
    // A speedup is already a comparison.
    let amounts = part.measure.iter().copied().filter(|&measure| measure != Measure::Speedup);
    let (times, rest): (Vec<Measure>, Vec<Measure>) =
        amounts.partition(|&measure| measure == Measure::Time);
    let mut said = savings(words, by, arms, &rest, &value);
    if part.repetitions > 1 {
        said.extend(savings(words, by, arms, &times, &value));
    } else if !times.is_empty() {
        said.push(words.text("lab-report-times-once"));
    }
    said
}

/// A smaller saving is not mentioned.
const WORTH_SAYING: f64 = 0.005;
/// Times that differ by less than this factor count as equal.
const CLOCK_NOISE: f64 = 1.25;

/// For each measure, the arms with the lowest and the highest cost at the largest value of the
/// varied key.
fn savings(
    words: &dyn Words,
    by: &str,
    arms: &[Arm],
    measures: &[Measure],
    value: &dyn Fn(Measure, usize) -> Option<f64>,
) -> Vec<String> {
    let at = |arm: &Arm| arm.settings.get(by).and_then(|value| value.parse::<f64>().ok());
    let last = arms.iter().filter_map(at).fold(f64::NEG_INFINITY, f64::max);
    let there: Vec<usize> = (0..arms.len()).filter(|&arm| at(&arms[arm]) == Some(last)).collect();
    let specs: Vec<Spec> = there.iter().map(|&arm| arms[arm].without(by)).collect();
    let names = short_names(&specs);
    let place = format!("{by}={last}");
    let about = |&measure: &Measure| {
        let found = there.iter().zip(&names);
        let found = found.filter_map(|(&arm, name)| Some((name, value(measure, arm)?)));
        compared(words, measure, &place, found.collect())
    };
    measures.iter().filter_map(about).collect()
}

fn compared(
    words: &dyn Words,
    measure: Measure,
    place: &str,
    mut found: Vec<(&String, f64)>,
) -> Option<String> {
    found.sort_by(|(_, a), (_, b)| a.total_cmp(b));
    let [(_, low), .., (_, high)] = found[..] else { return None };
    let shown = |value: f64| value_shown(words, measure, value);
    let with = |value: f64| {
        let same = found.iter().filter(|(_, other)| shown(*other) == shown(value));
        same.map(|(name, _)| (*name).clone()).collect::<Vec<_>>()
    };
    let (least, most) = (with(low), with(high));
    let what = capitalised(&words.text(&format!("lab-measure-{}", measures::key(measure))));
    let is_share =
        matches!(measure, Measure::TableHits | Measure::TableCollisions | Measure::TableFill);
    let key = match measure {
        _ if shown(low) == shown(high) => "lab-report-savings-none",
        Measure::Time if high < CLOCK_NOISE * low => "lab-report-savings-noise",
        _ if is_share || low <= 0.0 || 1.0 - low / high < WORTH_SAYING => {
            "lab-report-savings-range"
        }
        _ => "lab-report-savings",
    };
    Some(tr!(
        words,
        key,
        what = what,
        place = place,
        least = listed(words, &least),
        count = least.len(),
        low = shown(low),
        most = listed(words, &most),
        high = shown(high),
        saved = fine_percent(words, 1.0 - low / high)
    ))
}

fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    let first = letters.next().map(|letter| letter.to_uppercase().to_string());
    first.unwrap_or_default() + letters.as_str()
}

/// The share of the fittest individual on each wheel.
pub(super) fn of_wheels(words: &dyn Words, part: &RoulettePart) -> String {
    let fitness = |&(_, fitness): &(usize, &f64)| *fitness;
    let fittest = part.fitnesses.iter().enumerate();
    let fittest = fittest.max_by(|a, b| fitness(a).total_cmp(&fitness(b)));
    let Some((fittest, _)) = fittest else { return String::new() };
    let share = |(law, shares): (String, Vec<f64>)| {
        let share = words.percent(shares[fittest]);
        tr!(words, "lab-report-score-with", score = share, value = law)
    };
    let shares: Vec<String> = measures::wheels(part).into_iter().map(share).collect();
    tr!(words, "lab-report-wheels", shares = listed(words, &shares))
}

/// The evaluators that predict the winner most and least often in the middle of games.
pub(super) fn of_guesses(words: &dyn Words, evaluators: &[Spec], found: &[Vec<Guess>]) -> String {
    const MIDDLE: u64 = 30;
    let rate = |guesses: &Vec<Guess>| {
        let guess = guesses.iter().find(|guess| guess.ply == MIDDLE)?;
        guess.counts.score_rate()
    };
    let rates = evaluators.iter().zip(found);
    let mut rates: Vec<(String, f64)> =
        rates.filter_map(|(spec, guesses)| Some((spec.to_string(), rate(guesses)?))).collect();
    rates.sort_by(|(_, a), (_, b)| b.total_cmp(a));
    match rates.as_slice() {
        [(best, high), .., (worst, low)] if words.percent(*high) != words.percent(*low) => tr!(
            words,
            "lab-report-guesses",
            ply = MIDDLE,
            best = best.as_str(),
            high = words.percent(*high),
            worst = worst.as_str(),
            low = words.percent(*low)
        ),
        _ => String::new(),
    }
}

#[cfg(test)]
mod tests {
    use othellier_measure::experiment::{Experiment, Job, Plan};
    use othellier_measure::stats::Counts;

    use super::*;
    use crate::words::{ENGLISH, FRENCH};

    /// The sentences for arms with these wins of 100 games, in their order.
    fn said(players: &str, opponents: &str, wins: &[u64]) -> String {
        let text = format!(
            "format = 1\nname = \"x\"\nseed = 1\n[[games]]\nname = \"g\"\nplayers = {players}\n\
             opponents = {opponents}\ngames = 100\nmeasure = []\n"
        );
        let plan =
            Plan::of(Experiment::read(&text).unwrap(), &othellier_spec::Access::Sealed).unwrap();
        let Job::Games { part, arms, .. } = &plan.jobs[0] else { panic!("only games") };
        let found: Vec<GameFindings> = wins
            .iter()
            .map(|&wins| {
                let score = Counts { wins, draws: 0, losses: 100 - wins };
                GameFindings { score, ..GameFindings::default() }
            })
            .collect();
        assert_eq!(arms.len(), found.len());
        of_games(ENGLISH, part, arms, &found, &[]).join(" ")
    }

    #[test]
    fn savings_are_in_percent_and_noise_is_called_noise() {
        let names = ["memory=tree", "memory=undo", "memory=copy"].map(str::to_owned);
        let said = |measure, values: [f64; 3]| {
            let found = names.iter().zip(values).collect();
            compared(ENGLISH, measure, "depth=3", found).unwrap()
        };
        assert_eq!(
            said(Measure::PeakMemory, [317_440.0, 64.0, 64.0]),
            "lab-report-savings(what: Lab-measure-peak-memory, place: depth=3, \
             least: lab-report-and(rest: memory=undo, last: memory=copy), count: 2, low: 64 B, \
             most: memory=tree, high: 310.0 KiB, saved: 99.98 %)"
        );
        assert!(said(Measure::Time, [1.2, 1.0, 1.1]).starts_with("lab-report-savings-noise"));
        let hits = said(Measure::TableHits, [0.0030, 0.0031, 0.0029]);
        assert!(hits.starts_with("lab-report-savings-none") && hits.contains("low: 0.3 %"));
        let nodes = said(Measure::Nodes, [2720.0, 2719.0, 2719.5]);
        assert!(nodes.starts_with("lab-report-savings-range"), "{nodes}");
        assert!(nodes.contains("least: memory=undo, count: 1, low: 2 719"), "{nodes}");
        assert_eq!(measures::change(ENGLISH, 64.0, 317_440.0), "−99.98 %");
        assert_eq!(measures::change(FRENCH, 3.0, 2.0), "+50,0 %");
    }

    #[test]
    fn equal_scores_are_called_equal() {
        let two = r#"["pvs(depth=1)", "pvs(depth=2)"]"#;
        let equal = said(two, r#"["random"]"#, &[90, 90]);
        assert!(equal.starts_with("lab-report-equal(names: lab-report-and("), "{equal}");
        assert!(equal.contains("count: 2, score: lab-report-score(rate: 90.0 %"), "{equal}");
        let three = r#"["pvs(depth=1)", "pvs(depth=2)", "pvs(depth=3)"]"#;
        let apart = said(three, r#"["random"]"#, &[90, 90, 20]);
        assert!(apart.starts_with("lab-report-apart(best: lab-report-and("), "{apart}");
        assert!(apart.contains("bests: 2") && apart.contains("worst: depth=3"), "{apart}");
    }

    #[test]
    fn with_several_opponents_the_sentence_is_about_the_player() {
        let player = r#"["pvs(eval=matrix1)"]"#;
        let opponents = r#"["pvs(eval=matrix2)", "pvs(eval=discs)"]"#;
        let said = said(player, opponents, &[31, 78]);
        assert!(said.starts_with("lab-report-meetings(name: eval=matrix1, scores: "), "{said}");
        assert!(said.contains("rate: 78.0 %, low: 68.9 %, high: 85.0 %"), "{said}");
        let stronger = "lab-report-stronger(name: eval=matrix1, opponents: eval=discs)";
        let weaker = "lab-report-weaker(name: eval=matrix1, opponents: eval=matrix2)";
        assert!(said.contains(stronger) && said.contains(weaker), "{said}");
    }
}
