//! The commands of kinds that no other command does: their arguments are their settings.

use super::Job;

/// The command of a kind.
pub struct KindCommand {
    /// The name of the kind.
    pub name: &'static str,
    /// Adds the settings as arguments.
    pub augment: fn(clap::Command) -> clap::Command,
    /// The job of these arguments.
    pub job: fn(&clap::ArgMatches) -> Result<Job, clap::Error>,
}

/// A setting as people read of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Setting {
    pub name: String,
    pub about: String,
    /// None where it must be given.
    pub default: Option<String>,
}

impl KindCommand {
    /// What the kind does, in one line.
    pub fn about(&self) -> String {
        self.command().get_about().map_or(String::new(), ToString::to_string)
    }

    /// Its settings, in the order of the help.
    pub fn settings(&self) -> Vec<Setting> {
        let shown = |argument: &clap::Arg| {
            let default = argument.get_default_values().first();
            Setting {
                name: argument.get_id().to_string(),
                about: argument.get_help().map_or(String::new(), ToString::to_string),
                default: match default {
                    Some(value) => Some(value.to_string_lossy().into_owned()),
                    None => (!argument.is_required_set()).then(String::new),
                },
            }
        };
        self.command().get_arguments().map(shown).collect()
    }

    fn command(&self) -> clap::Command {
        (self.augment)(clap::Command::new(self.name))
    }
}
