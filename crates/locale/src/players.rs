//! Describes why a player gave no move, in the language of the user.

use othellier_board::Size;
use othellier_measure::FaultKind;
use othellier_play::{BadAnswer, EngineError, PlayerError};

use crate::errors::french_of_kind;
use crate::{Lang, Localized, tr};

/// The reason, to follow the name of the player.
pub(crate) fn describe_player_error(lang: Lang, error: &PlayerError) -> String {
    match error {
        PlayerError::NoMove => lang.text("player-no-move"),
        PlayerError::Stopped => lang.text("player-stopped"),
        PlayerError::Resigned => lang.text("player-resigned"),
        PlayerError::OutOfTime { waited } => {
            tr!(lang, "player-out-of-time", time = lang.time(*waited))
        }
        PlayerError::Engine(error) => describe_engine_error(lang, error),
    }
}

/// How a player forfeited a game, to follow its name.
pub fn describe_fault<S: Size>(lang: Lang, fault: &FaultKind<S>) -> String {
    match fault {
        FaultKind::Illegal(played) => tr!(lang, "player-illegal", played = played.to_string()),
        FaultKind::Failed(error) => describe_player_error(lang, error),
        FaultKind::Crashed(words) => tr!(lang, "player-crashed", words = words.as_str()),
        FaultKind::OutOfTime(taken) => {
            tr!(lang, "player-out-of-time", time = lang.time(*taken))
        }
    }
}

pub(crate) fn describe_engine_error(lang: Lang, error: &EngineError) -> String {
    match error {
        EngineError::NotStarted { program, kind, why } => {
            let why = match lang {
                Lang::En => why.clone(),
                Lang::Fr => french_of_kind(*kind, None, why),
            };
            tr!(lang, "engine-not-started", program = program.as_str(), why = why)
        }
        EngineError::BadCommand { cmd, why } => {
            let (cmd, why) = (cmd.as_str(), why.in_language(lang));
            tr!(lang, "engine-bad-command", cmd = cmd, why = why)
        }
        EngineError::Ended { status, stderr_tail } if stderr_tail.is_empty() => {
            tr!(lang, "engine-ended", status = status.as_str())
        }
        EngineError::Ended { status, stderr_tail } => {
            let (status, words) = (status.as_str(), stderr_tail.as_str());
            tr!(lang, "engine-ended-saying", status = status, words = words)
        }
        EngineError::StdinBlocked => lang.text("engine-stdin-blocked"),
        EngineError::LongLine { most } => tr!(lang, "engine-long-line", most = *most),
        EngineError::Answer(BadAnswer::UnexpectedOutput { asked, lines }) => {
            tr!(lang, "engine-unexpected-output", asked = asked.as_str(), lines = *lines)
        }
        EngineError::Answer(BadAnswer::NoMove { asked, answered }) => {
            tr!(lang, "engine-no-move", asked = asked.as_str(), answered = answered.as_str())
        }
        EngineError::Answer(BadAnswer::Refused { asked, why }) => {
            tr!(lang, "engine-refused", asked = asked.as_str(), why = why.as_str())
        }
    }
}

#[cfg(test)]
mod tests {
    use othellier_play::CommandFault;

    use super::*;
    use std::time::Duration;

    #[test]
    fn every_error_has_a_message_in_both_languages() {
        let text = || "x".to_owned();
        let engine = [
            EngineError::NotStarted {
                program: text(),
                kind: std::io::ErrorKind::NotFound,
                why: text(),
            },
            EngineError::BadCommand { cmd: text(), why: CommandFault::Empty },
            EngineError::Ended { status: text(), stderr_tail: text() },
            EngineError::Ended { status: text(), stderr_tail: String::new() },
            EngineError::StdinBlocked,
            EngineError::LongLine { most: 1 },
            EngineError::Answer(BadAnswer::UnexpectedOutput { asked: text(), lines: 1 }),
            EngineError::Answer(BadAnswer::NoMove { asked: text(), answered: text() }),
            EngineError::Answer(BadAnswer::Refused { asked: text(), why: text() }),
        ];
        let waited = Duration::from_secs(1);
        let own = [PlayerError::NoMove, PlayerError::Stopped, PlayerError::Resigned];
        let late = [PlayerError::OutOfTime { waited }];
        for error in own.into_iter().chain(late).chain(engine.map(PlayerError::from)) {
            let [english, french] =
                [Lang::En, Lang::Fr].map(|lang| describe_player_error(lang, &error));
            assert_ne!(english, french, "{error:?}");
        }
    }
}
