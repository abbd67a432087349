//! `othellier train demo`: the whole training loop on a small scale.
//!
//! The heuristic plays against itself; weights are fitted to its games; they play against themselves;
//! weights are fitted again. Each generation then plays matches against the earlier ones.

use std::convert::Infallible;
use std::num::NonZeroUsize;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::time::Instant;

use clap::Args;
use indicatif::ProgressBar;
use othellier_board::Eight;
use othellier_locale::{rounded, tr};
use othellier_measure::{Match, MatchSettings, Side, Totals};
use othellier_play::{Player, SearchPlayer, StopSignal};
use othellier_report::words::Words;
use othellier_search::SearchLimits;
use othellier_search::champion::{
    Champion, ChampionEvaluator, Heuristic, SearchLevel, Selectivity,
};
use othellier_spec::{Access, Spec};
use othellier_train::NamedEvaluator;
use othellier_train::generation::{self, Generation, GenerationError, Progress, generation};
use othellier_wire::{DemoEvent, Standings};

use super::table;
use crate::common::error::CliError;
use crate::common::files;
use crate::common::games::refused;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::matches::run::unusable;
use crate::common::options as shared;
use crate::common::options::Common;
use crate::common::output;
use crate::common::progress;
use crate::common::values;

/// Run the whole loop on a small scale: play, fit, play, fit, and matches between the generations
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier train demo
  othellier train demo --to demo --games 20000    more games, better weights")]
pub(crate) struct Options {
    /// Keep games and weights in this folder; by default they are deleted
    #[arg(long, value_name = "FOLDER")]
    to: Option<PathBuf>,
    /// Games that each generation plays
    #[arg(long, value_name = "N", default_value = "16000")]
    games: NonZeroUsize,
    /// Games of each match
    #[arg(long, value_name = "N", default_value = "400")]
    match_games: NonZeroUsize,
    /// Random seed: the same seed repeats the same demonstration
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Threads to work with; by default as many as there are cores
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

/// Search depth of matches, in plies.
const MATCH_DEPTH: u32 = 2;
/// Random plies at the start of the games of a match.
const RANDOM_PLIES: usize = 8;

/// Runs the loop, and cleans up after it.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let own = std::env::temp_dir().join(format!("othellier-demo-{}", std::process::id()));
    let folder = options.to.clone().unwrap_or_else(|| own.clone());
    let name = folder.display().to_string();
    std::fs::create_dir_all(&folder).map_err(|error| refused(&name, error))?;
    let stop = stop_on_ctrl_c();
    let started = Instant::now();
    let demo = Demo { common, options: &options, folder: &folder, stop: &stop };
    let done = demo.all();
    if options.to.is_none() {
        let _ = std::fs::remove_dir_all(&own);
    }
    if done?.is_none() {
        interrupt();
    }
    let (seed, seconds) = (options.seed, started.elapsed().as_secs_f64());
    if common.json {
        output::json(&DemoEvent::Total { seed, seconds })
    } else {
        let (seed, seconds) = (seed.to_string(), format!("{seconds:.0}"));
        output::line(&tr!(lang, "train-demo-total", seed = seed, seconds = seconds))
    }
}

struct Demo<'a> {
    common: Common,
    options: &'a Options,
    folder: &'a Path,
    stop: &'a StopSignal,
}

/// A player of the matches, with its name.
type Named<'a> = (&'a str, &'a (dyn Fn() -> Box<dyn Player> + Sync));

impl Demo<'_> {
    /// `None` when interrupted.
    fn all(&self) -> Result<Option<()>, CliError> {
        let mut shards = Vec::new();
        let rule = NamedEvaluator::Rule;
        let Some(first) = self.generation(&rule, ["rule", "first"], &mut shards)? else {
            return Ok(None);
        };
        let teacher = NamedEvaluator::Learned(first.learned.clone());
        let Some(second) = self.generation(&teacher, ["first", "second"], &mut shards)? else {
            return Ok(None);
        };
        let rule = || player(Heuristic::<Eight>::default());
        let first = || player(first.learned.patterns.clone());
        let second = || player(second.learned.patterns.clone());
        let players: [Named<'_>; 3] = [("rule", &rule), ("first", &first), ("second", &second)];
        for (a, b) in [(1, 0), (2, 1), (2, 0)] {
            if self.compare(players[a], players[b])?.is_none() {
                return Ok(None);
            }
        }
        Ok(Some(()))
    }

    /// Makes and reports a generation; `None` when interrupted.
    fn generation(
        &self,
        teacher: &NamedEvaluator,
        [called, name]: [&str; 2],
        shards: &mut Vec<PathBuf>,
    ) -> Result<Option<Generation>, CliError> {
        let lang = self.common.lang;
        let settings = generation::Settings {
            folder: self.folder,
            games: self.options.games.get(),
            seed: self.options.seed,
            threads: shared::threads(self.options.threads).get(),
        };
        let bar = progress::of_work(settings.games as u64);
        let show = |bar: &ProgressBar, done, all, message: String| {
            bar.set_length(all);
            bar.set_position(done);
            bar.set_message(message);
        };
        let watch = |progress| match progress {
            Progress::Played(done, all) => {
                show(&bar, done, all, tr!(lang, "train-demo-plays", name = called));
            }
            Progress::Fitted(done, all) => {
                show(&bar, done, all, tr!(lang, "train-demo-learns", name = name));
            }
        };
        let made = generation(&settings, teacher, called, name, shards, self.stop, &watch);
        bar.finish_and_clear();
        let made = made.map_err(|error| match error {
            GenerationError::Shard(error) => CliError::from(error),
            GenerationError::Weights { path, source } => files::write_error(&path, source),
        })?;
        if let Some(made) = &made {
            self.report_generation(made, called, name)?;
        }
        Ok(made)
    }

    fn report_generation(
        &self,
        made: &Generation,
        teacher: &str,
        name: &str,
    ) -> Result<(), CliError> {
        let (lang, games) = (self.common.lang, self.options.games.get() as u64);
        let seconds = made.elapsed.as_secs_f64();
        if self.common.json {
            return output::json(&DemoEvent::Generation {
                name: name.to_owned(),
                teacher: teacher.to_owned(),
                games,
                examples: made.examples,
                validation: table::total(&made.errors.into()),
                seconds,
            });
        }
        output::line(&tr!(
            lang,
            "train-demo-generation",
            name = name,
            teacher = teacher,
            games = games,
            examples = made.examples,
            mae = rounded(made.errors.mae(), 2),
            sign = lang.percent(made.errors.sign_rate()),
            seconds = format!("{seconds:.0}")
        ))
    }

    /// A match of two players; `None` when interrupted.
    fn compare(
        &self,
        (a, player_a): Named<'_>,
        (b, player_b): Named<'_>,
    ) -> Result<Option<()>, CliError> {
        let lang = self.common.lang;
        // The specs do not matter: the players are made below.
        let [spec_a, spec_b] =
            [(); 2].map(|()| Spec { name: "champion".to_owned(), options: Vec::new() });
        let settings = MatchSettings {
            games: self.options.match_games,
            random_plies: Some(RANDOM_PLIES),
            seed: Some(self.options.seed),
            ..MatchSettings::new(spec_a, spec_b)
        };
        let threads = shared::threads(self.options.threads);
        let matchup: Match =
            settings.prepare(Access::Sealed, threads).map_err(|error| unusable(error, None))?;
        let bar = progress::of_work(matchup.games as u64);
        bar.set_message(tr!(lang, "train-demo-match", a = a, b = b));
        let make = |side: Side, _: u64| {
            Ok::<_, Infallible>(if side == Side::A { player_a() } else { player_b() })
        };
        let Ok(totals) = matchup.run_with(&make, self.stop, &mut |_, _| {
            bar.inc(1);
            ControlFlow::Continue(())
        });
        bar.finish_and_clear();
        if self.stop.is_stopped() {
            return Ok(None);
        }
        self.report_match(a, b, &totals).map(Some)
    }

    fn report_match(&self, a: &str, b: &str, totals: &Totals) -> Result<(), CliError> {
        let (lang, elo) = (self.common.lang, totals.elo());
        if self.common.json {
            let (a, b) = (a.to_owned(), b.to_owned());
            return output::json(&DemoEvent::Match { a, b, standings: Standings::from(totals) });
        }
        let elo = match elo {
            Some(elo) => format!("{:+.0} ± {:.0} Elo", elo.difference, elo.error),
            None => lang.text("match-no-elo"),
        };
        output::line(&tr!(
            lang,
            "train-demo-result",
            a = a,
            b = b,
            counts = totals.score.plus_minus(),
            rate = lang.percent(totals.score.score_rate().unwrap_or_default()),
            elo = elo,
            discs = lang.signed(totals.mean_disc_difference().unwrap_or_default(), 1)
        ))
    }
}

/// A player with a shallow search by this evaluator.
fn player<E: ChampionEvaluator<Size = Eight> + 'static>(evaluator: E) -> Box<dyn Player> {
    let level = SearchLevel::fixed(MATCH_DEPTH, Selectivity::Exact, 0);
    let champion = Champion::with(evaluator, level, 1, 1 << 16);
    Box::new(SearchPlayer::new(champion, SearchLimits::depth(MATCH_DEPTH as u8)))
}
