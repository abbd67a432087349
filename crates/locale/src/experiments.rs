//! Errors of experiments and evolution.

use othellier_measure::accuracy::{AccuracyError, NoMove};
use othellier_measure::evolve::{EvolutionError, EvolveError, ParseLawError};
use othellier_measure::experiment::{Counted, ExperimentError, GridValuesError, PartProblem};
use othellier_measure::perft::TooDeep;
use othellier_measure::spsa::NumbersError;
use othellier_measure::tournament::{EntriesError, TournamentError};
use othellier_measure::{MatchError, OpeningsError, OutOfBounds};
use othellier_record::source::SourceError;

use crate::errors::{at_line, parser_words};
use crate::{French, Lang, Localized, fr, tr};

impl French for OpeningsError {
    fn french(&self) -> String {
        match self {
            OpeningsError::Line { line, problem } => at_line(*line, problem.in_language(Lang::Fr)),
            OpeningsError::Over { line } => at_line(*line, fr!("openings-over")),
            OpeningsError::Empty => fr!("openings-empty"),
            OpeningsError::TooManyPlies { plies } => fr!("openings-too-many-plies", plies = *plies),
        }
    }
}

impl French for ParseLawError {
    fn french(&self) -> String {
        fr!("law-not-one", text = self.text.as_str())
    }
}

impl French for GridValuesError {
    fn french(&self) -> String {
        fr!("grid-no-value", text = self.text.as_str())
    }
}

impl French for EvolutionError {
    fn french(&self) -> String {
        match self {
            EvolutionError::Odd { population } => {
                fr!("evolution-odd", population = population.to_string())
            }
            EvolutionError::Elite { elite, population } => {
                let elite = elite.to_string();
                fr!("evolution-elite", elite = elite, population = population.to_string())
            }
            EvolutionError::NoControl => fr!("evolution-no-control"),
            EvolutionError::OtherState => fr!("evolve-other-state"),
            EvolutionError::TooManyPlies { plies } => {
                fr!("openings-too-many-plies", plies = *plies)
            }
            EvolutionError::Spec(error) => error.in_language(Lang::Fr),
            EvolutionError::Person { name } => fr!("match-person", name = name.as_str()),
            EvolutionError::Fault { control, why } => {
                fr!("evolve-fault", control = control.as_str(), why = why.as_str())
            }
        }
    }
}

impl French for EvolveError {
    fn french(&self) -> String {
        match self {
            EvolveError::Bounds { setting, problem } => out_of_bounds(Lang::Fr, setting, *problem),
            EvolveError::Until { most } => fr!("evolve-until", most = *most),
            EvolveError::Genome(error) => {
                fr!("match-file-refused", file = "start", why = error.french())
            }
            EvolveError::Evolution(error) => error.french(),
        }
    }
}

impl French for ExperimentError {
    fn french(&self) -> String {
        match self {
            ExperimentError::Toml { line, message } => {
                at_line(*line, parser_words("TOML", message))
            }
            ExperimentError::Quick { message } => {
                fr!("match-file-refused", file = "quick", why = parser_words("TOML", message))
            }
            ExperimentError::NoGridKey { key, known } => {
                let (count, known) = (known.len(), known.join(", "));
                fr!("experiment-no-grid-key", key = key.as_str(), count = count, known = known)
            }
            ExperimentError::Text(said) => parser_words("TOML", said),
            ExperimentError::Format { found } => {
                let expected = othellier_measure::experiment::FORMAT.to_string();
                fr!("experiment-format", found = found.to_string(), expected = expected)
            }
            ExperimentError::Part { part, problem } => {
                fr!("match-file-refused", file = part.as_str(), why = problem.french())
            }
        }
    }
}

impl French for PartProblem {
    fn french(&self) -> String {
        let key = match self {
            PartProblem::NoTable { table } => return fr!("part-no-table", table = table.as_str()),
            PartProblem::NoArm { arm, known } => {
                return fr!("part-no-arm", arm = arm.as_str(), known = known.as_str());
            }
            PartProblem::TooMany { count, what } => {
                let what = fr!(match what {
                    Counted::Games => "counted-games",
                    Counted::Positions => "counted-positions",
                    Counted::Players => "counted-players",
                    Counted::Individuals => "counted-individuals",
                    Counted::Openings => "counted-openings",
                    Counted::Units => "counted-units",
                });
                let (count, most) = (count.to_string(), PartProblem::MOST_UNITS);
                return fr!("part-too-many", count = count, what = what, most = most);
            }
            PartProblem::Access(error) => return error.french(),
            PartProblem::Person { name } => return fr!("match-person", name = name.as_str()),
            PartProblem::NotAKey { option } => return fr!("part-not-a-key", option = *option),
            PartProblem::Order { option } => return fr!("part-order", option = *option),
            PartProblem::NoMove { name } => return fr!("part-no-move", name = name.as_str()),
            PartProblem::UnusedKey { key } => return fr!("part-unused-key", key = key.as_str()),
            PartProblem::GridValue { value } => {
                return fr!("part-grid-value", value = value.as_str());
            }
            PartProblem::Checksum { arm, found, expected } => {
                let (found, expected) = (found.to_string(), expected.to_string());
                return fr!("part-checksum", arm = *arm, found = found, expected = expected);
            }
            PartProblem::Source(fault) => {
                let error = fault.error().downcast_ref::<SourceError>();
                return error.map_or_else(|| fault.to_string(), |e| e.in_language(Lang::Fr));
            }
            PartProblem::FewGames { file, found } => {
                return fr!("part-few-games", file = file.as_str(), found = found.to_string());
            }
            PartProblem::NotASpec { error, .. } => return error.french(),
            PartProblem::Spec(error) => return error.in_language(Lang::Fr),
            PartProblem::Law(error) => return error.french(),
            PartProblem::Openings(error) => return error.french(),
            PartProblem::Time(error) => return error.french(),
            PartProblem::Position(error) => return error.in_language(Lang::Fr),
            PartProblem::Player(error) => return error.in_language(Lang::Fr),
            PartProblem::Evolution(error) => return error.french(),
            PartProblem::Name => "part-name",
            PartProblem::NameTwice => "part-name-twice",
            PartProblem::NoPart => "part-none",
            PartProblem::NotATable => "part-not-a-table",
            PartProblem::Fitness => "part-fitness",
            PartProblem::NothingToPlay => "part-nothing-to-play",
            PartProblem::NothingToSearch => "part-nothing-to-search",
            PartProblem::NothingToBreed => "part-nothing-to-breed",
            PartProblem::NothingToHash => "part-nothing-to-hash",
            PartProblem::NoPositionsToHash => "part-no-positions-to-hash",
            PartProblem::NothingToCount => "part-nothing-to-count",
            PartProblem::SprtColors => "part-sprt-colors",
            PartProblem::NoOpponent => "part-no-opponent",
            PartProblem::PlayerAndFile => "part-player-and-file",
            PartProblem::Rate => "part-rate",
            PartProblem::Nudge => "part-nudge",
        };
        fr!(key)
    }
}

impl French for csv::Error {
    fn french(&self) -> String {
        match self.kind() {
            csv::ErrorKind::Io(error) => error.french(),
            _ => fr!("syntax", language = "CSV", said = self.to_string()),
        }
    }
}

impl Localized for AccuracyError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            AccuracyError::Spec(error) => error.in_language(lang),
            AccuracyError::Person => lang.text("accuracy-person"),
            AccuracyError::NoMove { id, why } => {
                let why = match why {
                    NoMove::Failed(error) => error.in_language(lang),
                    NoMove::Illegal { played } => {
                        tr!(lang, "player-illegal", played = played.as_str())
                    }
                };
                tr!(lang, "accuracy-no-move", id = id.to_string(), why = why)
            }
        }
    }
}

impl Localized for TooDeep {
    fn in_language(&self, lang: Lang) -> String {
        let (depth, most) = (self.depth.to_string(), self.most.to_string());
        tr!(lang, "perft-too-deep", depth = depth, most = most)
    }
}

impl Localized for EntriesError {
    fn in_language(&self, lang: Lang) -> String {
        match (self, lang) {
            (EntriesError::File(error), _) => {
                let (file, why) =
                    (error.path.display().to_string(), error.problem.in_language(lang));
                tr!(lang, "match-file-refused", file = file, why = why)
            }
            (EntriesError::Spec(error), _) => error.in_language(lang),
            (EntriesError::Toml { .. }, Lang::En) => self.to_string(),
            (EntriesError::Toml { line, message }, Lang::Fr) => {
                let why = parser_words("TOML", message);
                match line {
                    Some(line) => at_line(*line, why),
                    None => why,
                }
            }
        }
    }
}

impl Localized for MatchError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            MatchError::Spec(error) => error.in_language(lang),
            MatchError::Person { name } => tr!(lang, "match-person", name = name.as_str()),
        }
    }
}

impl Localized for NumbersError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            NumbersError::Syntax { text } => {
                tr!(lang, "tune-number-syntax", text = text.as_str())
            }
            NumbersError::Twice { name } => tr!(lang, "tune-number-twice", name = name.as_str()),
            NumbersError::Unused { name, player } => {
                let (name, player) = (name.as_str(), player.as_str());
                tr!(lang, "tune-number-unused", name = name, player = player)
            }
            NumbersError::Unknown { name } => tr!(lang, "tune-unknown", name = name.as_str()),
            NumbersError::NotTheChampion { player } => {
                tr!(lang, "tune-player", player = player.as_str())
            }
            NumbersError::Player(error) => error.in_language(lang),
        }
    }
}

/// A setting with a number that it cannot have.
fn out_of_bounds(lang: Lang, setting: &str, problem: OutOfBounds) -> String {
    let expected = match problem {
        OutOfBounds::Within(low, high) => {
            tr!(lang, "expected-within", low = low.to_string(), high = high.to_string())
        }
        OutOfBounds::Even => lang.text("expected-even"),
    };
    tr!(lang, "setting-bounds", setting = setting, expected = expected)
}

impl Localized for TournamentError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            TournamentError::Spec(error) => error.in_language(lang),
            TournamentError::Person { name } => tr!(lang, "match-person", name = name.as_str()),
            TournamentError::TooFew { players } => {
                tr!(lang, "tournament-too-few", players = *players)
            }
            TournamentError::TooMany { players, most } => {
                let (players, most) = (players.to_string(), most.to_string());
                tr!(lang, "tournament-too-many", players = players, most = most)
            }
            TournamentError::Bounds { setting, problem } => out_of_bounds(lang, setting, *problem),
            TournamentError::Useless { setting, format } => {
                tr!(lang, "tournament-useless", setting = *setting, format = *format)
            }
            TournamentError::Runners { runners, players } => {
                tr!(lang, "tournament-runners", runners = *runners, players = *players)
            }
            TournamentError::Played => lang.text("tournament-played"),
        }
    }
}
