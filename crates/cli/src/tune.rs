//! `othellier tune`: the champion's parameters tuned by SPSA.
//!
//! [`othellier_lab::spsa`] proposes, plays and keeps the journal; this command sets it up and reports
//! each iteration. It needs a tuning build, in which the parameters can be changed.

use std::num::NonZeroUsize;
use std::path::PathBuf;

use clap::Args;
use othellier_spec::Spec;

use crate::common::values;

/// Tune the champion's parameters by SPSA, in a build with the feature `tune`
#[derive(Args)]
#[command(after_help = "\
Examples:
  cargo run --release --features tune -- tune --list
  cargo run --release --features tune -- tune --out lmr.jsonl --parameter lmr_min_depth,lmr_reduction
  cargo run --release --features tune -- tune --out all.jsonl --iterations 20000 --games 8")]
#[cfg_attr(not(feature = "tune"), allow(dead_code, reason = "only a tuning build reads them"))]
pub(crate) struct Options {
    /// Append one line for each iteration to this file, and resume from it if it exists
    #[arg(long, value_name = "FILE", required_unless_present = "list")]
    out: Option<PathBuf>,
    /// List the parameters with their values and ranges
    #[arg(long)]
    list: bool,
    /// Parameter to tune; several separated by commas; by default all of them
    #[arg(long, value_name = "NAME", value_delimiter = ',')]
    parameter: Vec<String>,
    /// Number of iterations in all, including those before an interruption
    #[arg(long, value_name = "N", value_parser = values::from::<u64>(1), default_value = "1000")]
    iterations: u64,
    /// Games of an iteration, an even number: every opening is played with both colours
    #[arg(long, value_name = "N", value_parser = values::even, default_value = "16")]
    games: usize,
    /// Champion to tune; by default it searches a fixed number of nodes, so that games do not depend
    /// on the speed of the machine
    #[arg(long, value_name = "SPEC", default_value = "champion(nodes=20000, hash=4MiB)")]
    player: Spec,
    /// How fast the parameters move at the end of the run
    #[arg(long, value_name = "RATE", value_parser = values::positive, default_value = "0.02")]
    rate: f64,
    /// Seed of the random numbers: the same seed gives the same result
    #[arg(long, value_name = "N", default_value = "1")]
    seed: u64,
    /// Games to play in parallel; by default one per core
    #[arg(long, value_name = "N", value_parser = values::thread_count)]
    threads: Option<NonZeroUsize>,
}

/// Says how to build a program that can tune.
#[cfg(not(feature = "tune"))]
pub(crate) fn run(
    _common: crate::common::options::Common,
    _options: Options,
) -> Result<(), crate::common::error::CliError> {
    Err(crate::common::error::CliError::usage(othellier_locale::message!("tune-not-built")))
}

#[cfg(feature = "tune")]
pub(crate) use tuning::run;

#[cfg(feature = "tune")]
mod tuning {
    use std::path::Path;

    use indicatif::ProgressBar;
    use othellier_lab::MatchError;
    use othellier_lab::spsa::{IterationLine, Spsa, SpsaSettings, Tunable};
    use othellier_locale::{Lang, Value, message, tr};
    use othellier_record::journal::{JournalError, JournalProblem};
    use othellier_search::champion::parameters;
    use othellier_spec::Spec;
    use serde::Serialize;

    use super::Options;
    use crate::common::error::CliError;
    use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
    use crate::common::options::Common;
    use crate::common::{options, output, progress};

    /// A parameter, in JSON.
    #[derive(Serialize)]
    struct ParameterShown {
        #[serde(rename = "type")]
        kind: &'static str,
        name: &'static str,
        value: i32,
        min: i32,
        max: i32,
        about: &'static str,
    }

    /// An iteration, in JSON.
    #[derive(Serialize)]
    struct IterationShown<'a> {
        #[serde(rename = "type")]
        kind: &'static str,
        #[serde(flatten)]
        line: &'a IterationLine,
    }

    /// The end of a run, in JSON.
    #[derive(Serialize)]
    struct TuneTotal {
        #[serde(rename = "type")]
        kind: &'static str,
        iterations: u64,
        parameters: Vec<Tuned>,
    }

    /// What became of a parameter.
    #[derive(Serialize)]
    struct Tuned {
        name: String,
        before: i32,
        value: f64,
    }

    /// Tunes, or lists the parameters.
    pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
        if options.list {
            return list(common);
        }
        let Some(out) = options.out.clone() else { return list(common) };
        let settings = settings(&options)?;
        let player = options.player.clone();
        let spec =
            move |tunables: &[Tunable], values: &[i32]| with_values(&player, tunables, values);
        let (mut spsa, mut journal) =
            Spsa::open(settings, &out).map_err(|error| refused(&out, error))?;
        let stop = stop_on_ctrl_c();
        let lang = common.lang;
        report_start(common, &spsa)?;
        let iterations = spsa.settings().iterations as usize;
        let bar = progress::bar(lang, iterations, "{msg}  {bar:30} {pos}/{len}  ~{eta}");
        bar.set_position(spsa.iteration());
        while !spsa.is_finished() {
            let threads = options::threads(options.threads);
            let played = spsa.play(threads, &spec, &stop, &mut |score| {
                bar.set_message(format!("+{} ={} -{}", score.wins, score.draws, score.losses));
            });
            let Some(line) = played.map_err(not_played)? else { break };
            let text = output::json_text(&line)?;
            journal.append(&text).map_err(|error| refused(&out, error))?;
            bar.set_position(line.iteration);
            bar.suspend(|| report_iteration(common, &line))?;
        }
        bar.finish_and_clear();
        report_end(common, &spsa)?;
        if !spsa.is_finished() {
            if !common.json {
                anstream::eprintln!("othellier: {}", lang.text("tune-interrupted"));
            }
            interrupt();
        }
        Ok(())
    }

    fn list(common: Common) -> Result<(), CliError> {
        for parameter in parameters() {
            let (name, value, about) = (parameter.name, parameter.default, parameter.about);
            let (min, max) = (parameter.min, parameter.max);
            match common.json {
                true => {
                    let kind = "parameter";
                    output::json(&ParameterShown { kind, name, value, min, max, about })?;
                }
                false => output::line(&format!("{name:32} {value:6}  {min}..{max}  {about}"))?,
            }
        }
        Ok(())
    }

    /// Checks the options.
    fn settings(options: &Options) -> Result<SpsaSettings, CliError> {
        let is_asked = |name: &str| options.parameter.iter().any(|asked| asked == name);
        let known = |asked: &&String| parameters().iter().any(|one| one.name == **asked);
        if let Some(unknown) = options.parameter.iter().find(|asked| !known(asked)) {
            return Err(CliError::usage(message!("tune-unknown", name = unknown.as_str())));
        }
        let tunables: Vec<Tunable> = parameters()
            .iter()
            .filter(|one| options.parameter.is_empty() || is_asked(one.name))
            .map(|one| Tunable::new(one.name, one.default, one.min, one.max))
            .collect();
        if options.player.name != "champion" || options.player.option("parameters").is_some() {
            let player = options.player.to_string();
            return Err(CliError::usage(message!("tune-player", player = player)));
        }
        Ok(SpsaSettings {
            tunables,
            iterations: options.iterations,
            rate: options.rate,
            player: options.player.to_string(),
            games: options.games,
            seed: options.seed,
        })
    }

    /// The player with these values of its parameters.
    fn with_values(player: &Spec, tunables: &[Tunable], values: &[i32]) -> Spec {
        let pairs = tunables.iter().zip(values);
        let pairs: Vec<_> = pairs.map(|(one, value)| format!("{}:{value}", one.name)).collect();
        let mut spec = player.clone();
        spec.set("parameters", pairs.join("+"));
        spec
    }

    fn report_start(common: Common, spsa: &Spsa) -> Result<(), CliError> {
        if common.json {
            return Ok(());
        }
        let settings = spsa.settings();
        let (count, games) = (settings.tunables.len(), settings.games);
        let player = settings.player.as_str();
        output::line(&tr!(
            common.lang,
            "tune-settings",
            count = count.to_string(),
            player = player,
            games = games.to_string(),
            iterations = settings.iterations.to_string()
        ))?;
        match spsa.iteration() {
            0 => Ok(()),
            done => output::line(&tr!(common.lang, "tune-resumed", number = done.to_string())),
        }
    }

    fn report_iteration(common: Common, line: &IterationLine) -> Result<(), CliError> {
        if common.json {
            return output::json(&IterationShown { kind: "iteration", line });
        }
        let IterationLine { iteration, wins, draws, losses, .. } = line;
        output::line(&format!("{iteration:>6}  +{wins} ={draws} -{losses}"))
    }

    fn report_end(common: Common, spsa: &Spsa) -> Result<(), CliError> {
        let tuned = spsa.settings().tunables.iter().zip(spsa.values());
        let (before, lang) = (|one: &Tunable| one.start, common.lang);
        if common.json {
            let parameters = tuned
                .map(|(one, &value)| Tuned { name: one.name.clone(), before: before(one), value })
                .collect();
            let iterations = spsa.iteration();
            return output::json(&TuneTotal { kind: "tune", iterations, parameters });
        }
        for (one, &value) in tuned {
            let shown = number(lang, value);
            output::line(&format!("{:32} {:6} → {shown}", one.name, before(one)))?;
        }
        Ok(())
    }

    fn number(lang: Lang, value: f64) -> String {
        lang.decimals(value, 1)
    }

    fn not_played(error: MatchError) -> CliError {
        match error {
            MatchError::Spec(error) => CliError::usage(error),
            MatchError::Person { name } => CliError::usage(message!("match-person", name = name)),
        }
    }

    /// A journal that cannot be used.
    fn refused(path: &Path, error: JournalError) -> CliError {
        let file = path.display().to_string();
        let why = match error.problem {
            JournalProblem::File(problem) | JournalProblem::Unwritable(problem) => {
                Value::localized(problem)
            }
            JournalProblem::InUse => Value::localized(message!("tune-journal-in-use")),
            JournalProblem::OtherSettings { setting } => {
                let setting = setting.unwrap_or_default();
                Value::localized(message!("tune-journal-settings", setting = setting))
            }
            JournalProblem::BadLine { line } | JournalProblem::UnknownLine { line } => {
                Value::localized(message!("tune-journal-line", line = line.to_string()))
            }
            JournalProblem::OtherKind | JournalProblem::OtherVersion => {
                Value::localized(message!("tune-journal-other"))
            }
        };
        CliError::usage(message!("match-file-refused", file = file, why = why))
    }

    #[cfg(test)]
    mod tests {
        use super::*;

        #[test]
        fn the_values_become_an_option_of_the_player() {
            let player: Spec = "champion(nodes=500)".parse().unwrap();
            let tunables = [Tunable::new("a", 1, 0, 9), Tunable::new("b", -2, -9, 9)];
            let spec = with_values(&player, &tunables, &[3, -4]);
            assert_eq!(spec.option("parameters"), Some("a:3+b:-4"));
            assert_eq!(spec.to_string().parse::<Spec>().unwrap(), spec);
        }
    }
}
