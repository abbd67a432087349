//! Errors in the language of the user.
//!
//! In English an error is what its `Display` says. In French it is a sentence of
//! `locales/fr/errors.ftl`, chosen by matching on its variants. Functions that turn an error into a
//! message take a [`Localized`], so that an error without French does not compile.

use std::error::Error;
use std::io;

use othellier_board::{ParseMoveError, ParsePositionError, Size};
use othellier_book::file::{BookError, InvalidBook, InvalidPosition};
use othellier_book::problems::ProblemsError;
use othellier_book::text::{TextError, TextFault};
use othellier_book::{BookFault, BookFileError, EntryError};
use othellier_eval::classic::{
    Criterion, GenomeError, GenomeFault, GenomePart, ParseCriterionError, SquareTablesError,
    TableFault,
};
use othellier_eval::outcome::OutcomeError;
use othellier_eval::patterns::{WeightsError, WeightsFault};
use othellier_measure::tournament::ParseEntryError;
use othellier_play::{CommandFault, EngineError, ParseDurationError, PlayerError};
use othellier_record::obf::{ObfError, ObfLineProblem};
use othellier_record::save::{self, SaveError, SaveExpected, SaveProblem};
use othellier_record::transcript::{TranscriptError, TranscriptProblem};
use othellier_record::{FileProblem, PositionTextError, StartFault};
use othellier_spec::{Fault, ParseSpecError, SpecError, SpecSyntax};

use crate::players::{describe_engine_error, describe_player_error};
use crate::specs::describe_spec_error;
use crate::{French, Lang, Localized, fr, games as sentence, tr};

/// A place in a text before what is wrong there.
pub(crate) fn at_line(line: usize, why: String) -> String {
    fr!("at-line", line = line.to_string(), why = why)
}

// The operating system.

impl French for io::Error {
    fn french(&self) -> String {
        match self.get_ref().and_then(|inner| inner.downcast_ref::<FileProblem>()) {
            Some(problem) => problem.in_language(Lang::Fr),
            None => french_of_kind(self.kind(), self.raw_os_error(), &self.to_string()),
        }
    }
}

/// A message of the operating system, by the kind of the error, else by its number, else as it is.
pub(crate) fn french_of_kind(kind: io::ErrorKind, number: Option<i32>, said: &str) -> String {
    use io::ErrorKind as Kind;
    let key = match kind {
        Kind::NotFound => "system-not-found",
        Kind::PermissionDenied => "system-permission-denied",
        Kind::AlreadyExists => "system-already-exists",
        Kind::IsADirectory => "system-is-a-directory",
        Kind::NotADirectory => "system-not-a-directory",
        Kind::DirectoryNotEmpty => "system-directory-not-empty",
        Kind::ReadOnlyFilesystem => "system-read-only",
        Kind::StorageFull => "system-full",
        Kind::QuotaExceeded => "system-quota",
        Kind::FileTooLarge => "system-file-too-large",
        Kind::InvalidFilename => "system-invalid-filename",
        Kind::BrokenPipe => "system-broken-pipe",
        Kind::AddrInUse => "system-address-in-use",
        Kind::AddrNotAvailable => "system-address-not-available",
        Kind::ConnectionRefused => "system-connection-refused",
        Kind::ResourceBusy => "system-busy",
        Kind::ExecutableFileBusy => "system-executable-busy",
        Kind::TimedOut => "system-timed-out",
        Kind::Interrupted => "system-interrupted",
        Kind::Unsupported => "system-unsupported",
        Kind::OutOfMemory => "system-out-of-memory",
        Kind::UnexpectedEof => "system-unexpected-end",
        Kind::WriteZero => "system-write-zero",
        Kind::NotSeekable => "system-not-seekable",
        Kind::CrossesDevices => "system-crosses-devices",
        Kind::TooManyLinks => "system-too-many-links",
        Kind::InvalidData => "system-invalid-data",
        Kind::InvalidInput => "system-invalid-input",
        _ => match number {
            Some(5) => "system-input-output",
            Some(8) => "system-not-a-program",
            Some(23 | 24) => "system-too-many-files",
            Some(40) => "system-loop",
            _ => return said.to_owned(),
        },
    };
    fr!(key)
}

/// English and French are in the locale files of both languages.
impl Localized for FileProblem {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            FileProblem::Unreadable(cause) => cause.in_language(lang),
            FileProblem::TooLarge { most_bytes } => tr!(lang, "file-too-large", most = *most_bytes),
            FileProblem::NamedPipe => lang.text("file-named-pipe"),
            FileProblem::NotUtf8 { line } => tr!(lang, "file-not-text", line = line.to_string()),
        }
    }
}

impl Localized for &FileProblem {
    fn in_language(&self, lang: Lang) -> String {
        (*self).in_language(lang)
    }
}

impl French for std::str::Utf8Error {
    fn french(&self) -> String {
        fr!("not-utf8", offset = self.valid_up_to().to_string())
    }
}

// Parsers of others: the place in French, and their own words in quotation marks unless they are
// one of the usual sentences of serde.

impl French for serde_json::Error {
    fn french(&self) -> String {
        let said = self.to_string();
        let message = said.split(" at line ").next().unwrap_or_default();
        let (line, column) = (self.line().to_string(), self.column().to_string());
        let why = parser_words("JSON", message);
        match self.line() {
            0 => why,
            _ => fr!("at-column", line = line, column = column, why = why),
        }
    }
}

pub(crate) fn parser_words(language: &str, message: &str) -> String {
    let message = message.replace('\n', " ");
    let quoted = |begins: &str| message.strip_prefix(begins)?.split('`').next();
    if let Some(key) = quoted("unknown field `") {
        return fr!("syntax-unknown-field", key = key, known = known_fields(&message));
    }
    if let Some(key) = quoted("missing field `") {
        return fr!("syntax-missing-field", key = key);
    }
    if let Some(key) = quoted("duplicate field `") {
        return fr!("syntax-duplicate-field", key = key);
    }
    fr!("syntax", language = language, said = message)
}

/// The fields that serde names after `expected`.
fn known_fields(message: &str) -> String {
    let known = message.split_once("expected ").map_or("", |(_, known)| known);
    known.split('`').skip(1).step_by(2).collect::<Vec<_>>().join(", ")
}

#[cfg(feature = "archive")]
impl French for rusqlite::Error {
    fn french(&self) -> String {
        use rusqlite::ErrorCode as Code;
        let key = match self.sqlite_error_code() {
            Some(Code::DatabaseCorrupt) => "sqlite-corrupt",
            Some(Code::NotADatabase) => "sqlite-not-a-database",
            Some(Code::CannotOpen) => "sqlite-cannot-open",
            Some(Code::ReadOnly) => "sqlite-read-only",
            Some(Code::DiskFull) => "system-full",
            Some(Code::SystemIoFailure) => "system-input-output",
            Some(Code::PermissionDenied) => "system-permission-denied",
            Some(Code::OutOfMemory) => "system-out-of-memory",
            Some(Code::DatabaseBusy | Code::DatabaseLocked) => "sqlite-busy",
            _ => return fr!("sqlite-other", said = self.to_string()),
        };
        fr!(key)
    }
}

// Positions and games.

impl French for ParsePositionError {
    fn french(&self) -> String {
        // The size does not appear in these messages.
        sentence::position(
            Lang::Fr,
            &PositionTextError::<othellier_board::Eight>::from(self.clone()),
        )
    }
}

impl French for ParseMoveError {
    fn french(&self) -> String {
        let last = char::from(b'a' + self.side - 1).to_string();
        let (text, side) = (self.text.as_str(), self.side.to_string());
        fr!("move-not-one", text = text, last = last, side = side)
    }
}

/// The sentence counts moves; `Display` gives an offset.
impl<S: Size> Localized for PositionTextError<S> {
    fn in_language(&self, lang: Lang) -> String {
        sentence::position(lang, self)
    }
}

impl<S: Size> French for TranscriptError<S> {
    fn french(&self) -> String {
        let key = match self.problem {
            TranscriptProblem::NotAMove => "fault-not-a-move",
            TranscriptProblem::Illegal => "fault-illegal",
            TranscriptProblem::GameOver => "fault-after-end",
            TranscriptProblem::PassNotForced => "fault-pass",
        };
        sentence::numbered(Lang::Fr, key, &self.text, self.move_number())
    }
}

impl French for StartFault {
    fn french(&self) -> String {
        match self {
            StartFault::Board(error) => error.french(),
            StartFault::OtherPosition => fr!("start-other-position"),
            StartFault::NotASquare { text } => fr!("start-not-a-square", text = text.as_str()),
        }
    }
}

impl French for ObfError {
    fn french(&self) -> String {
        let why = self.problem.french();
        at_line(
            self.line,
            match self.problem {
                ObfLineProblem::Board(_)
                | ObfLineProblem::OtherSize { .. }
                | ObfLineProblem::LineTooLong
                | ObfLineProblem::Unreadable(_) => why,
                _ => format!("`{}` {why}", sentence::shown(&self.text)),
            },
        )
    }
}

impl French for ObfLineProblem {
    fn french(&self) -> String {
        match self {
            ObfLineProblem::Board(error) => error.french(),
            ObfLineProblem::OtherSize { found, expected } => {
                fr!("position-size", found = *found, side = *expected)
            }
            ObfLineProblem::NotAMove => fr!("obf-not-a-move"),
            ObfLineProblem::Illegal => fr!("obf-illegal"),
            ObfLineProblem::NotAScore { most } => fr!("obf-not-a-score", most = most.to_string()),
            ObfLineProblem::Twice => fr!("obf-twice"),
            ObfLineProblem::LineTooLong => fr!("obf-line-too-long"),
            ObfLineProblem::Unreadable(error) => fr!("fault-unreadable", why = error.french()),
        }
    }
}

impl French for SaveError {
    fn french(&self) -> String {
        let why = self.problem.french();
        let why = match self.line {
            Some(line) => at_line(line, why),
            None => why,
        };
        match &self.path {
            Some(path) => fr!("match-file-refused", file = path.display().to_string(), why = why),
            None => why,
        }
    }
}

impl French for SaveProblem {
    fn french(&self) -> String {
        match self {
            SaveProblem::Unreadable(error) => fr!("fault-unreadable", why = error.french()),
            SaveProblem::TooLarge => fr!("save-too-large", most = save::MOST_BYTES),
            SaveProblem::NotUtf8 => fr!("save-not-text"),
            SaveProblem::NotAGame { read } => {
                let (format, version) = SaveProblem::FIRST_LINE;
                let (version, read) = (version.to_string(), sentence::shown(read));
                fr!("save-not-a-game", format = format, version = version, read = read)
            }
            SaveProblem::NewerVersion { version } => {
                let (version, newest) = (version.to_string(), SaveProblem::NEWEST.to_string());
                fr!("save-newer", version = version, newest = newest)
            }
            SaveProblem::OtherSize { found, expected } => {
                fr!("save-size", found = *found, expected = *expected)
            }
            SaveProblem::Unexpected { expected, read } => {
                let (expected, read) = (expected.french(), sentence::shown(read));
                fr!("save-unexpected", expected = expected, read = read)
            }
            SaveProblem::Stops { expected } => fr!("save-stops", expected = expected.french()),
            SaveProblem::Start(error) => error.french(),
            SaveProblem::IllegalMove { attempted } => {
                fr!("save-illegal", attempted = sentence::shown(attempted))
            }
        }
    }
}

impl French for SaveExpected {
    fn french(&self) -> String {
        match self {
            SaveExpected::Form(form) => {
                let words = [
                    ("NUMBER", "NOMBRE"),
                    ("EMPTIES", "CASES-VIDES"),
                    ("AFTER NAME VALUE", "APRÈS NOM VALEUR"),
                ];
                let form = words.iter().fold((*form).to_owned(), |form, (english, french)| {
                    form.replace(english, french)
                });
                format!("`{form}`")
            }
            SaveExpected::Size => fr!("save-expected-size"),
            SaveExpected::Name(color) => format!("`{color} NOM`"),
            SaveExpected::Start => fr!("save-expected-start"),
            SaveExpected::Move { number, moves } => {
                let (number, moves) = (number.to_string(), moves.to_string());
                fr!("save-expected-move", number = number, moves = moves)
            }
            SaveExpected::Time => fr!("save-expected-time"),
            SaveExpected::Player => fr!("save-expected-player"),
            SaveExpected::Clock => fr!("save-expected-clock"),
            SaveExpected::Nodes => fr!("save-expected-nodes"),
            SaveExpected::Ending => fr!("save-expected-ending"),
            SaveExpected::Result(result) => {
                fr!("save-expected-result", result = result.as_str())
            }
            SaveExpected::NoResult => fr!("save-expected-no-result"),
            SaveExpected::Within { first, last } => {
                fr!("expected-within", low = first.to_string(), high = last.to_string())
            }
            SaveExpected::Escape => fr!("save-expected-escape"),
            SaveExpected::Nothing => fr!("save-expected-nothing"),
        }
    }
}

// Specs, and the files and commands that they name.

impl French for ParseSpecError {
    fn french(&self) -> String {
        let reason = fr!(match self.reason {
            SpecSyntax::NoName => "spec-no-name",
            SpecSyntax::NotAnOption => "spec-not-an-option",
            SpecSyntax::Twice => "spec-twice",
            SpecSyntax::AfterEnd => "spec-after-end",
            SpecSyntax::NoEnd => "spec-no-end",
            SpecSyntax::NoComma => "spec-no-comma",
            SpecSyntax::OpenQuote => "spec-open-quote",
            SpecSyntax::NoValue => "spec-no-value",
        });
        fr!("spec-unreadable", text = self.text.as_str(), reason = reason)
    }
}

/// The sentence suggests the nearest valid name; `Display` lists the valid ones.
impl Localized for SpecError {
    fn in_language(&self, lang: Lang) -> String {
        describe_spec_error(lang, self)
    }
}

impl French for Fault {
    fn french(&self) -> String {
        french_of_any(self.error()).unwrap_or_else(|| self.to_string())
    }
}

/// An error of unknown type: English where its French is not known.
pub fn describe_any(lang: Lang, error: &(dyn Error + 'static)) -> String {
    let french = (lang == Lang::Fr).then(|| french_of_any(error)).flatten();
    french.unwrap_or_else(|| error.to_string())
}

fn french_of_any(error: &(dyn Error + 'static)) -> Option<String> {
    fn of<T: French + Error + 'static>(error: &(dyn Error + 'static)) -> Option<String> {
        error.downcast_ref::<T>().map(French::french)
    }
    of::<io::Error>(error)
        .or_else(|| of::<WeightsError>(error))
        .or_else(|| of::<OutcomeError>(error))
        .or_else(|| of::<SquareTablesError>(error))
        .or_else(|| of::<GenomeError>(error))
        .or_else(|| of::<BookError>(error))
        .or_else(|| of::<EngineError>(error))
        .or_else(|| of::<ParseSpecError>(error))
        .or_else(|| of::<ParseEntryError>(error))
        .or_else(|| of::<ParseCriterionError>(error))
        .or_else(|| of::<ParseDurationError>(error))
        .or_else(|| of::<ParseMoveError>(error))
        .or_else(|| of::<ParsePositionError>(error))
}

impl French for ParseEntryError {
    fn french(&self) -> String {
        match self {
            ParseEntryError::NoName => fr!("expected-participant"),
            ParseEntryError::Spec(error) => error.french(),
        }
    }
}

impl French for EngineError {
    fn french(&self) -> String {
        describe_engine_error(Lang::Fr, self)
    }
}

impl French for CommandFault {
    fn french(&self) -> String {
        fr!(match self {
            CommandFault::Empty => "command-empty",
            CommandFault::OpenQuote => "command-open-quote",
        })
    }
}

/// A sentence that follows the name of the player; `Display` follows "it".
impl Localized for PlayerError {
    fn in_language(&self, lang: Lang) -> String {
        describe_player_error(lang, self)
    }
}

impl French for WeightsError {
    fn french(&self) -> String {
        match self {
            WeightsError::Unreadable { path, problem } => {
                fr!("match-file-refused", file = path.as_str(), why = problem.in_language(Lang::Fr))
            }
            WeightsError::Foreign => fr!("weights-foreign"),
            WeightsError::Version(found) => fr!("weights-version", found = found.to_string()),
            WeightsError::Damaged { written, found } => {
                let (written, found) = (format!("{written:08x}"), format!("{found:08x}"));
                fr!("weights-damaged", written = written, found = found)
            }
            WeightsError::Geometry => fr!("weights-geometry"),
            WeightsError::Malformed(fault) => fr!("weights-malformed", why = fault.french()),
        }
    }
}

impl French for OutcomeError {
    fn french(&self) -> String {
        match self {
            OutcomeError::Unreadable { path, problem } => {
                fr!("match-file-refused", file = path.as_str(), why = problem.in_language(Lang::Fr))
            }
            OutcomeError::Foreign => fr!("outcome-foreign"),
            OutcomeError::Version(found) => fr!("outcome-version", found = found.to_string()),
            OutcomeError::Damaged { written, found } => {
                let (written, found) = (format!("{written:08x}"), format!("{found:08x}"));
                fr!("weights-damaged", written = written, found = found)
            }
            OutcomeError::Dimensions => fr!("outcome-dimensions"),
            OutcomeError::Malformed(fault) => fr!("weights-malformed", why = fault.french()),
        }
    }
}

impl French for WeightsFault {
    fn french(&self) -> String {
        fr!(match self {
            WeightsFault::Short => "weights-short",
            WeightsFault::Name => "weights-name",
            WeightsFault::Extra => "weights-extra",
            WeightsFault::TooLarge => "weights-too-large",
            WeightsFault::Length => "weights-length",
            WeightsFault::Compression => "weights-compression",
        })
    }
}

impl French for SquareTablesError {
    fn french(&self) -> String {
        let why = match &self.reason {
            TableFault::BeforePhase => fr!("table-before-phase"),
            TableFault::NoEmpties => fr!("table-no-empties"),
            TableFault::BadEmpties { word, most } => {
                fr!("table-bad-empties", word = word.as_str(), most = most.to_string())
            }
            TableFault::BadValue { word } => {
                fr!("table-bad-value", word = word.as_str(), most = TableFault::MOST_VALUE)
            }
            TableFault::TooLong { squares } => fr!("table-too-long", squares = *squares),
            TableFault::TooShort { found, squares } => {
                fr!("table-too-short", found = *found, squares = *squares)
            }
            TableFault::Empty { squares } => fr!("table-empty", squares = *squares),
        };
        at_line(self.line, why)
    }
}

impl French for ParseCriterionError {
    fn french(&self) -> String {
        let known = Criterion::ALL.map(Criterion::name).join(", ");
        fr!("criterion-unknown", text = self.text.as_str(), known = known)
    }
}

impl French for GenomeError {
    fn french(&self) -> String {
        let [format, version] = GenomeFault::FIRST_LINE;
        let why = match &self.reason {
            GenomeFault::Ends { expected } => {
                let expected = match expected {
                    GenomePart::Header | GenomePart::Phases => expected.to_string(),
                    GenomePart::Feature => fr!("genome-feature"),
                };
                fr!("genome-ends", expected = expected)
            }
            GenomeFault::Version { found } => {
                fr!("genome-version", found = found.as_str(), version = version)
            }
            GenomeFault::Header { line } => {
                fr!("genome-header", line = line.as_str(), format = format, version = version)
            }
            GenomeFault::NoPhases { line } => fr!("genome-no-phases", line = line.as_str()),
            GenomeFault::Order { line } => {
                fr!("genome-order", line = line.as_str(), most = GenomeFault::MOST_EMPTIES)
            }
            GenomeFault::EmptyPhases => fr!("genome-empty-phases"),
            GenomeFault::TooLarge { word } => fr!("genome-too-large", word = word.as_str()),
            GenomeFault::NotANumber { word } => fr!("genome-not-a-number", word = word.as_str()),
            GenomeFault::Criterion(error) => error.french(),
            GenomeFault::Twice { criterion } => fr!("genome-twice", name = criterion.name()),
            GenomeFault::Count { criterion, found, expected } => {
                let name = criterion.name();
                fr!("genome-count", name = name, found = *found, expected = *expected)
            }
        };
        at_line(self.line, why)
    }
}

// Books.

impl French for BookError {
    fn french(&self) -> String {
        match self {
            BookError::Io(error) => error.french(),
            BookError::NotABook => fr!("book-not-one"),
            BookError::Version(found) => {
                let (found, expected) = (found.to_string(), BookError::VERSION.to_string());
                fr!("book-version", found = found, expected = expected)
            }
            BookError::Damaged { written, found } => {
                let (written, found) = (format!("{written:08x}"), format!("{found:08x}"));
                fr!("book-damaged", written = written, found = found)
            }
            BookError::Invalid(why) => fr!(match why {
                InvalidBook::Short => "book-short",
                InvalidBook::Provenance => "book-provenance",
                InvalidBook::Count => "book-count",
            }),
            BookError::Position { number, why } => {
                let why = fr!(match why {
                    InvalidPosition::Order => "book-position-order",
                    InvalidPosition::Value => "book-position-value",
                    InvalidPosition::Overlap => "book-position-overlap",
                    InvalidPosition::NotCanonical => "book-position-not-canonical",
                    InvalidPosition::Short => "book-position-short",
                    InvalidPosition::NoMove => "book-position-no-move",
                    InvalidPosition::NotAMove => "book-position-not-a-move",
                    InvalidPosition::Confidence => "book-position-confidence",
                    InvalidPosition::Illegal => "book-position-illegal",
                    InvalidPosition::Over => "book-position-over",
                });
                fr!("book-position", number = number.to_string(), why = why)
            }
        }
    }
}

impl French for EntryError {
    fn french(&self) -> String {
        match self {
            EntryError::Duplicate => fr!("entry-duplicate"),
            EntryError::Illegal(played) => fr!("entry-illegal", played = played.to_string()),
            EntryError::GameOver => fr!("entry-over"),
            EntryError::Confidence => fr!("entry-confidence"),
        }
    }
}

impl French for TextError {
    fn french(&self) -> String {
        let [format, version] = TextFault::FIRST_LINE;
        let why = match &self.reason {
            TextFault::NotABook => fr!("text-not-a-book", format = format, version = version),
            TextFault::AfterEnd => fr!("text-after-end"),
            TextFault::NoEnd => fr!("text-no-end"),
            TextFault::Count { found, expected } => {
                fr!("text-count", found = *found, expected = expected.as_str())
            }
            TextFault::NoValue => fr!("text-no-value"),
            TextFault::Words => fr!("text-words"),
            TextFault::Position(error) => error.french(),
            TextFault::Move(error) => error.french(),
            TextFault::NotANumber { text } => fr!("text-not-a-number", text = text.as_str()),
            TextFault::NotAValue { text } => fr!("text-not-a-value", text = text.as_str()),
            TextFault::Entry(error) => error.french(),
        };
        at_line(self.line, why)
    }
}

impl Localized for BookFileError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            BookFileError::Refused { path, error } => {
                let (file, why) = (path.display().to_string(), error.in_language(lang));
                tr!(lang, "match-file-refused", file = file, why = why)
            }
            BookFileError::NotSaved { path, error } => {
                let (file, why) = (path.display().to_string(), error.in_language(lang));
                tr!(lang, "book-not-saved", file = file, why = why)
            }
        }
    }
}

impl Localized for ProblemsError {
    fn in_language(&self, lang: Lang) -> String {
        match self {
            ProblemsError::Problem(error) => error.in_language(lang),
            ProblemsError::Score => lang.text("book-score-range"),
            ProblemsError::Entry { line, error } => {
                let (line, why) = (line.to_string(), error.in_language(lang));
                tr!(lang, "book-line", line = line, why = why)
            }
        }
    }
}

impl Localized for BookFault {
    fn in_language(&self, lang: Lang) -> String {
        match *self {
            BookFault::Illegal(played) => tr!(lang, "book-illegal", played = played.to_string()),
            BookFault::DeviationInBook(played) => {
                tr!(lang, "book-overtaken", played = played.to_string())
            }
            BookFault::Value { written, found } => {
                let [written, found] = [written, found].map(|value| lang.signed(value.discs(), 2));
                tr!(lang, "book-wrong-value", written = written, found = found)
            }
            BookFault::NoValue => lang.text("book-no-value"),
        }
    }
}

// Durations.

impl French for ParseDurationError {
    fn french(&self) -> String {
        fr!("duration-not-one", text = self.text.as_str())
    }
}
