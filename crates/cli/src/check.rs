//! `othellier check`: lists errors and warnings in files of games.

mod theory;

use std::path::{Path, PathBuf};

use clap::Args;
use othellier_locale::{Lang, Localized, message, tr};
use othellier_measure::suite::{SolvedEntry, SuiteJournal};
use othellier_record::obf::Problem;
use othellier_record::problems::NumberedProblem;
use othellier_record::source::{SourceName, game_sources};
use othellier_record::{Format, Location};
use othellier_search::champion::{Goal, Solver};
use othellier_wire::{CheckEvent, GameFault};

use self::theory::{Claim, Reservoir};

use crate::common::error::CliError;
use crate::common::formats::formats;
use crate::common::interrupt::{interrupt, stop_on_ctrl_c};
use crate::common::options::{self as shared, Common};
use crate::common::{output, progress, values};

/// Check files of games: list errors and warnings with line or offset
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier check WTH_1999.wtb
  othellier check games.sgf && echo sound
  othellier check wthor/ --theory 10               prove ten recorded scores of perfect play
  othellier check wthor/ --theory 200 --seed 1 --journal proofs.jsonl")]
pub(crate) struct Options {
    /// File or folder to check; `-` for standard input
    #[arg(value_name = "FILE")]
    file: PathBuf,
    /// Format to read; by default by extension, else by content
    #[arg(long, value_name = "FORMAT", value_parser = formats())]
    from: Option<Format>,
    /// Squares per side for transcripts that do not show a board
    #[arg(long, value_name = "N", value_parser = values::side, default_value = "8")]
    size: u8,
    /// Read the variations of a game (SGF) as separate games
    #[arg(long)]
    variations: bool,
    /// Exit code 1 for warnings too, not only for rejected games
    #[arg(long)]
    strict: bool,
    /// Prove this many recorded scores of perfect play, chosen at random
    #[arg(long, value_name = "N")]
    theory: Option<usize>,
    /// Seed of the random choice
    #[arg(long, value_name = "N", requires = "theory")]
    seed: Option<u64>,
    /// Journal of proven scores; an existing journal is resumed
    #[arg(long, value_name = "FILE", requires = "seed")]
    journal: Option<PathBuf>,
}

/// Size of the solver's transposition table.
const TABLE: usize = 256 << 20;

#[derive(Clone, Copy, Default)]
struct Counts {
    read: u64,
    refused: u64,
    doubtful: u64,
}

pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    let mut sources = game_sources(&options.file, options.from)?;
    sources.iter_mut().for_each(|source| source.with_variations = options.variations);
    let mut total = Counts::default();
    let seed = options.seed.unwrap_or_else(values::seed);
    let mut reservoir = Reservoir::new(options.theory.unwrap_or(0), seed);
    for source in &sources {
        let name = source.name();
        let (format, counts) = source.read(options.size, |format, records| {
            let mut counts = Counts::default();
            for read in records {
                match read {
                    Ok(record) => {
                        counts.read += 1;
                        if options.theory.is_some()
                            && let Some(claim) = Claim::of(&record, &name, counts.read)
                        {
                            reservoir.offer(claim);
                        }
                        counts.doubtful += u64::from(!record.warnings.is_empty());
                        for warning in record.warnings {
                            let fault =
                                GameFault::doubtful(&warning, warning.kind.in_both().into());
                            let event = CheckEvent::Doubtful(fault.in_file(name.argument()));
                            report(common, &name, warning.location, &warning.kind, &event)?
                        }
                    }
                    Err(error) => {
                        counts.refused += 1;
                        let fault = GameFault::refused(&error, error.problem.in_both().into());
                        let event = CheckEvent::Refused(fault.in_file(name.argument()));
                        report(common, &name, error.location, &error.problem, &event)?
                    }
                }
            }
            Ok::<_, CliError>((format, counts))
        })??;
        let Counts { read, refused, doubtful } = counts;
        if common.json {
            let (file, format) = (name.argument(), format.word().to_owned());
            output::json(&CheckEvent::File { file, format, read, refused, doubtful })?;
        } else {
            let (file, format) = (name.in_language(lang), format.word());
            output::line(&format!("{file} ({format}): {}", summary(lang, counts)))?
        }
        total.read += read;
        total.refused += refused;
        total.doubtful += doubtful;
    }
    let Counts { read, refused, doubtful } = total;
    match common.json {
        true => output::json(&CheckEvent::Total { files: sources.len(), read, refused, doubtful })?,
        false if sources.len() > 1 => output::line(&summary(lang, total))?,
        false => {}
    }
    let wrong = match options.theory {
        Some(_) => prove(common, &reservoir.kept, seed, options.journal.as_deref())?,
        None => 0,
    };
    if wrong > 0 {
        return Err(CliError::failed(message!("check-theory-wrong")));
    }
    let file = options.file.display().to_string();
    match (refused, doubtful) {
        (1.., _) => {
            Err(CliError::failed(message!("check-refused", file = file, refused = refused)))
        }
        (0, 1..) if options.strict => Err(CliError::failed(message!("check-strict", file = file))),
        _ => Ok(()),
    }
}

/// Proves scores of perfect play, and returns how many recorded scores are wrong. Scores in the
/// journal are not proven again.
fn prove(
    common: Common,
    claims: &[Claim],
    seed: u64,
    journal: Option<&Path>,
) -> Result<usize, CliError> {
    let lang = common.lang;
    let numbered = |(id, claim): (u64, &Claim)| {
        let problem = Problem::new(claim.position);
        NumberedProblem { id, problem }
    };
    let problems: Vec<_> = (1..).zip(claims).map(numbered).collect();
    let journal = journal.map(|path| SuiteJournal::open(path, Goal::Exact, &problems));
    let mut journal = journal.transpose()?;
    let stop = stop_on_ctrl_c();
    let bar = progress::of_positions(claims.len());
    let mut solver = Solver::new(shared::threads(None).get(), TABLE);
    let mut wrong = 0;
    for (claim, numbered) in claims.iter().zip(&problems) {
        let known = journal.as_ref().and_then(|journal| journal.find(numbered.id));
        let score = match known {
            Some(known) => known.score,
            None => {
                let solved = solver.solve(claim.position.board(), Goal::Exact, &stop);
                let Some(solved) = solved else { interrupt() };
                let score = solved.score;
                if let Some(journal) = &mut journal {
                    journal.add(&SolvedEntry::new(numbered, &solved))?;
                }
                score
            }
        };
        let proven = claim.for_black(score);
        let &Claim { ref file, number: game, empties, recorded, .. } = claim;
        let ok = proven == recorded;
        wrong += usize::from(!ok);
        bar.inc(1);
        match common.json {
            true => {
                let file = file.argument();
                output::json(&CheckEvent::Theory { file, game, empties, recorded, proven, ok })?
            }
            false if ok => {}
            false => output::line(&tr!(
                lang,
                "check-theory-differs",
                file = file.in_language(lang),
                game = game.to_string(),
                empties = empties,
                said = format!("{recorded:+}"),
                proven = format!("{proven:+}")
            ))?,
        }
    }
    bar.finish_and_clear();
    if common.json {
        output::json(&CheckEvent::TheoryTotal { proven: claims.len(), wrong, seed })?
    } else {
        output::line(&tr!(
            lang,
            "check-theory",
            proven = claims.len(),
            wrong = wrong,
            seed = seed.to_string()
        ))?
    }
    Ok(wrong)
}

/// Prints what is wrong with a game, in words or as an event.
fn report(
    common: Common,
    file: &SourceName,
    location: Location,
    why: &impl Localized,
    event: &CheckEvent,
) -> Result<(), CliError> {
    if common.json {
        return output::json(event);
    }
    let lang = common.lang;
    let [file, place, why] =
        [file.in_language(lang), location.in_language(lang), why.in_language(lang)];
    output::line(&format!("{file}: {place}: {why}"))
}

fn summary(lang: Lang, counts: Counts) -> String {
    tr!(
        lang,
        "check-counts",
        read = counts.read,
        refused = counts.refused,
        doubtful = counts.doubtful
    )
}
