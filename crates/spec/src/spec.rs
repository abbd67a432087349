//! The syntax of specs: `NAME` or `NAME(key=value, …)`.
//!
//! A value extends to the next comma or the closing bracket; brackets inside it must match. A value in
//! double quotes may contain anything, with `\"` and `\\` as escapes.

use std::fmt;
use std::str::FromStr;

/// A name with options, not yet checked against a catalogue.
///
/// ```
/// use othellier_spec::Spec;
/// let spec: Spec = "alphabeta(depth=6, eval=genome(file=a.txt))".parse()?;
/// assert_eq!(spec.name, "alphabeta");
/// assert_eq!(spec.option("eval"), Some("genome(file=a.txt)"));
/// # Ok::<(), othellier_spec::ParseSpecError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Spec {
    /// The name of the catalogue entry.
    pub name: String,
    /// Its options, in the order of the text.
    pub options: Vec<(String, String)>,
}

impl Spec {
    /// The value of an option, if it was given.
    pub fn option(&self, key: &str) -> Option<&str> {
        self.options.iter().find(|(name, _)| name == key).map(|(_, value)| value.as_str())
    }

    /// Sets an option, in place of its old value if it has one.
    ///
    /// ```
    /// use othellier_spec::Spec;
    /// let mut spec: Spec = "alphabeta(depth=6, ties=random)".parse()?;
    /// spec.set("depth", "8");
    /// assert_eq!(spec.to_string(), "alphabeta(ties=random, depth=8)");
    /// # Ok::<(), othellier_spec::ParseSpecError>(())
    /// ```
    pub fn set(&mut self, key: &str, value: impl Into<String>) {
        self.options.retain(|(name, _)| name != key);
        self.options.push((key.to_owned(), value.into()));
    }

    /// This spec without an option.
    pub fn without(mut self, key: &str) -> Spec {
        self.options.retain(|(name, _)| name != key);
        self
    }
}

impl fmt::Display for Spec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.name)?;
        if self.options.is_empty() {
            return Ok(());
        }
        let shown = self.options.iter().map(|(key, value)| format!("{key}={}", quoted(value)));
        write!(f, "({})", shown.collect::<Vec<_>>().join(", "))
    }
}

/// The value, in quotes only where it needs them.
fn quoted(value: &str) -> String {
    let is_plain = !value.is_empty() && value.trim() == value && is_balanced(value);
    if is_plain {
        value.to_owned()
    } else {
        format!("\"{}\"", value.replace('\\', "\\\\").replace('"', "\\\""))
    }
}

/// Whether a value without quotes would be parsed back unchanged.
fn is_balanced(value: &str) -> bool {
    let mut depth = 0_i32;
    for letter in value.chars() {
        match letter {
            '"' => return false,
            '(' => depth += 1,
            ')' => depth -= 1,
            ',' if depth == 0 => return false,
            _ => {}
        }
        if depth < 0 {
            return false;
        }
    }
    depth == 0
}

impl FromStr for Spec {
    type Err = ParseSpecError;

    fn from_str(text: &str) -> Result<Spec, ParseSpecError> {
        let wrong = |reason| ParseSpecError { text: text.to_owned(), reason };
        let trimmed = text.trim();
        let (name, rest) = match trimmed.find('(') {
            Some(at) => trimmed.split_at(at),
            None => (trimmed, ""),
        };
        let name = name.trim();
        let is_name = |name: &str| {
            !name.is_empty()
                && name
                    .chars()
                    .all(|letter| letter.is_ascii_alphanumeric() || "-_".contains(letter))
        };
        if !is_name(name) {
            return Err(wrong(SpecSyntax::NoName));
        }
        let mut spec = Spec { name: name.to_owned(), options: Vec::new() };
        if rest.is_empty() {
            return Ok(spec);
        }
        let mut reader = Reader { rest: &rest[1..] };
        while let Some((key, value, last)) = reader.option().map_err(wrong)? {
            if !is_name(&key) {
                return Err(wrong(SpecSyntax::NotAnOption));
            }
            if spec.option(&key).is_some() {
                return Err(wrong(SpecSyntax::Twice));
            }
            spec.options.push((key, value));
            if last {
                break;
            }
        }
        if !reader.rest.trim().is_empty() {
            return Err(wrong(SpecSyntax::AfterEnd));
        }
        Ok(spec)
    }
}

/// Parses the options between the brackets.
struct Reader<'a> {
    rest: &'a str,
}

impl Reader<'_> {
    /// The next option and whether it is the last; `None` for an empty list.
    fn option(&mut self) -> Result<Option<(String, String, bool)>, SpecSyntax> {
        self.rest = self.rest.trim_start();
        if let Some(rest) = self.rest.strip_prefix(')') {
            self.rest = rest;
            return Ok(None);
        }
        let (key, rest) = self.rest.split_once('=').ok_or(SpecSyntax::NotAnOption)?;
        self.rest = rest.trim_start();
        let value = match self.rest.strip_prefix('"') {
            Some(rest) => {
                self.rest = rest;
                self.quoted()?
            }
            None => self.plain()?,
        };
        self.rest = self.rest.trim_start();
        let end = self.rest.chars().next().ok_or(SpecSyntax::NoEnd)?;
        self.rest = &self.rest[end.len_utf8()..];
        match end {
            ',' => Ok(Some((key.trim().to_owned(), value, false))),
            ')' => Ok(Some((key.trim().to_owned(), value, true))),
            _ => Err(SpecSyntax::NoComma),
        }
    }

    fn quoted(&mut self) -> Result<String, SpecSyntax> {
        let mut value = String::new();
        let mut letters = self.rest.char_indices();
        while let Some((at, letter)) = letters.next() {
            match letter {
                '"' => {
                    self.rest = &self.rest[at + 1..];
                    return Ok(value);
                }
                '\\' => value.push(letters.next().ok_or(SpecSyntax::OpenQuote)?.1),
                _ => value.push(letter),
            }
        }
        Err(SpecSyntax::OpenQuote)
    }

    fn plain(&mut self) -> Result<String, SpecSyntax> {
        let mut depth = 0_u32;
        for (at, letter) in self.rest.char_indices() {
            match letter {
                '(' => depth += 1,
                ')' | ',' if depth == 0 => {
                    let value = self.rest[..at].trim().to_owned();
                    self.rest = &self.rest[at..];
                    return if value.is_empty() { Err(SpecSyntax::NoValue) } else { Ok(value) };
                }
                ')' => depth -= 1,
                _ => {}
            }
        }
        Err(SpecSyntax::NoEnd)
    }
}

/// The text is not a spec.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` cannot be read: {reason}; expected NAME or NAME(key=value, …)")]
pub struct ParseSpecError {
    /// The text that is not a spec.
    pub text: String,
    /// The fault in the text.
    pub reason: SpecSyntax,
}

/// Why a text is not a spec.
#[derive(Clone, Copy, Debug, PartialEq, Eq, thiserror::Error)]
pub enum SpecSyntax {
    /// There is no name, or it has characters that no name has.
    #[error("it does not begin with a name")]
    NoName,
    /// An option has no equals sign, or its key is not a name.
    #[error("an option is not of the form key=value")]
    NotAnOption,
    /// A key is repeated.
    #[error("an option is given twice")]
    Twice,
    /// There is text after the end.
    #[error("something follows the closing bracket")]
    AfterEnd,
    /// The brackets are not closed.
    #[error("the closing bracket is missing")]
    NoEnd,
    /// Something else follows a value.
    #[error("a comma or a closing bracket must follow a value")]
    NoComma,
    /// A quotation is not closed.
    #[error("a quoted value does not end")]
    OpenQuote,
    /// Nothing follows an equals sign.
    #[error("a value is missing")]
    NoValue,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[track_caller]
    fn check(text: &str, name: &str, options: &[(&str, &str)]) {
        let spec: Spec = text.parse().unwrap();
        assert_eq!(spec.name, name);
        let read: Vec<_> = spec.options.iter().map(|(k, v)| (k.as_str(), v.as_str())).collect();
        assert_eq!(read, options);
        assert_eq!(spec.to_string().parse(), Ok(spec));
    }

    #[test]
    fn the_usual_forms() {
        check("random", "random", &[]);
        check(" random ( ) ", "random", &[]);
        check("level-3", "level-3", &[]);
        check("pvs(depth=6,order=static)", "pvs", &[("depth", "6"), ("order", "static")]);
        check(
            r#"gtp(cmd="edax -gtp, \"x\"", level=3)"#,
            "gtp",
            &[("cmd", r#"edax -gtp, "x""#), ("level", "3")],
        );
        check("a(eval=genome(file=b, c=d))", "a", &[("eval", "genome(file=b, c=d)")]);
    }

    #[test]
    fn broken_specs_are_refused() {
        for text in [
            "",
            "(",
            "a(",
            "a(b",
            "a(b=",
            "a(b=)",
            "a(b=1",
            "a(b=1))",
            "a(b=1)c",
            "a(=1)",
            "a b",
            "a(b=1,b=2)",
            "a(b=\"",
            "a(b=\"\\",
        ] {
            assert!(text.parse::<Spec>().is_err(), "{text:?}");
        }
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in ".*") {
            if let Ok(spec) = text.parse::<Spec>() {
                prop_assert_eq!(spec.to_string().parse(), Ok(spec));
            }
        }

        #[test]
        fn any_value_round_trips(value in ".*") {
            let spec = Spec { name: "a".into(), options: vec![("b".into(), value)] };
            prop_assert_eq!(spec.to_string().parse(), Ok(spec));
        }
    }
}
