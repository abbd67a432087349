//! The numbers to tune: those that the text of a player leaves open, and the champion's parameters.

use std::fmt;
use std::str::FromStr;

use othellier_search::champion::parameters;
use othellier_spec::{ParseSpecError, Spec};
use serde::{Deserialize, Serialize};

use crate::template::mentions;

#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Tunable {
    pub name: String,
    /// Its value before the first iteration.
    pub start: i32,
    pub min: i32,
    pub max: i32,
    /// How far apart the two players are in the last iteration, to either side.
    pub step: f64,
}

impl Tunable {
    /// A number with this range; its last step is a twentieth of it, at least a half.
    pub fn new(name: &str, start: i32, min: i32, max: i32) -> Tunable {
        let step = ((f64::from(max) - f64::from(min)) / 20.0).max(0.5);
        Tunable { name: name.to_owned(), start, min, max, step }
    }
}

impl fmt::Display for Tunable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}={}:{}..{}", self.name, self.start, self.min, self.max)
    }
}

impl FromStr for Tunable {
    type Err = NumbersError;

    /// Reads `NAME=START:MIN..MAX`.
    fn from_str(text: &str) -> Result<Tunable, NumbersError> {
        let parsed = || {
            let (name, rest) = text.split_once('=')?;
            let (start, range) = rest.split_once(':')?;
            let (min, max) = range.split_once("..")?;
            let number = |text: &str| text.trim().parse::<i32>().ok();
            let (start, min, max) = (number(start)?, number(min)?, number(max)?);
            let name = name.trim();
            let is_name = !name.is_empty() && !name.contains(['{', '}']);
            (is_name && min < max && (min..=max).contains(&start))
                .then(|| Tunable::new(name, start, min, max))
        };
        parsed().ok_or_else(|| NumbersError::Syntax { text: text.to_owned() })
    }
}

/// Numbers that cannot be tuned.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum NumbersError {
    /// A text is not a number with its range.
    #[error(
        "`{text}` is not a number to tune; expected NAME=START:MIN..MAX, such as corners=10:0..50"
    )]
    Syntax { text: String },
    /// Two numbers have the same name.
    #[error("`{name}` is tuned twice")]
    Twice { name: String },
    /// The player does not leave a number open.
    #[error("`{player}` does not mention {{{name}}}")]
    Unused {
        /// The name of the number.
        name: String,
        player: String,
    },
    /// The champion has no such parameter.
    #[error("the champion has no parameter `{name}`; `othellier tune --list` lists them")]
    Unknown { name: String },
    /// Parameters of another player than the champion, or of one that gives them itself.
    #[error("`{player}` has no parameters to tune; expected the champion without `parameters`")]
    NotTheChampion { player: String },
    /// The player cannot be parsed.
    #[error(transparent)]
    Player(#[from] ParseSpecError),
}

/// The numbers of a player: those that its text leaves open, each `NAME=START:MIN..MAX`, then the
/// champion's parameters of these names. All parameters where neither is given.
pub fn tunables(
    player: &str,
    numbers: &[String],
    names: &[String],
) -> Result<Vec<Tunable>, NumbersError> {
    let spec: Spec = player.parse()?;
    let mut tunables: Vec<Tunable> = Vec::new();
    for number in numbers {
        let tunable: Tunable = number.parse()?;
        if !mentions(player, &tunable.name) {
            let (name, player) = (tunable.name, player.to_owned());
            return Err(NumbersError::Unused { name, player });
        }
        tunables.push(tunable);
    }
    let is_known = |name: &&String| parameters().iter().any(|one| one.name == **name);
    if let Some(name) = names.iter().find(|name| !is_known(name)) {
        return Err(NumbersError::Unknown { name: name.clone() });
    }
    let all = numbers.is_empty() && names.is_empty();
    let wanted = parameters().iter().filter(|one| all || names.iter().any(|name| name == one.name));
    tunables.extend(wanted.map(|one| Tunable::new(one.name, one.default, one.min, one.max)));
    if (all || !names.is_empty())
        && (spec.name != "champion" || spec.option("parameters").is_some())
    {
        return Err(NumbersError::NotTheChampion { player: player.to_owned() });
    }
    let mut names: Vec<&String> = tunables.iter().map(|one| &one.name).collect();
    names.sort();
    match names.windows(2).find(|pair| pair[0] == pair[1]) {
        Some(pair) => Err(NumbersError::Twice { name: pair[0].clone() }),
        None => Ok(tunables),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn named(player: &str, numbers: &[&str], names: &[&str]) -> Result<Vec<Tunable>, NumbersError> {
        let owned = |texts: &[&str]| texts.iter().map(|&text| text.to_owned()).collect::<Vec<_>>();
        tunables(player, &owned(numbers), &owned(names))
    }

    #[test]
    fn open_numbers_and_parameters() {
        let open = named("champion(depth={d})", &["d=3:1..9"], &["lmr_reduction"]).unwrap();
        let [d, lmr] = &open[..] else { panic!("{open:?}") };
        assert_eq!(*d, Tunable::new("d", 3, 1, 9));
        assert_eq!(d.to_string(), "d=3:1..9");
        assert_eq!((lmr.name.as_str(), lmr.step), ("lmr_reduction", 0.5));
        assert_eq!(named("champion", &[], &[]).unwrap().len(), parameters().len());
        let wide = named("random(x={x})", &["x=0:-2147483648..2147483647"], &[]).unwrap();
        assert!(wide[0].step > 2e8);
    }

    #[test]
    fn others_are_refused() {
        let refused = |player, numbers: &[&str], names: &[&str]| {
            named(player, numbers, names).unwrap_err().to_string()
        };
        for text in
            ["", "x", "x=1", "x=1:2", "x=1:0..", "=1:0..2", "x=3:0..2", "x=1:2..0", "x=1:1..1"]
        {
            assert!(
                refused("random(x={x})", &[text], &[]).contains("NAME=START:MIN..MAX"),
                "{text}"
            );
        }
        for (said, expected) in [
            (refused("random", &["x=1:0..2"], &[]), "does not mention {x}"),
            (refused("champion", &[], &["lmr"]), "no parameter `lmr`"),
            (refused("random", &[], &[]), "expected the champion"),
            (refused("champion(parameters=a:1)", &[], &["lmr_reduction"]), "expected the champion"),
            (refused("champion(", &[], &[]), "cannot be read"),
            (refused("random(x={x})", &["x=1:0..2", "x=1:0..2"], &[]), "twice"),
        ] {
            assert!(said.contains(expected), "{said}");
        }
    }
}
