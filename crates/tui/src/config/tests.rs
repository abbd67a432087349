use super::*;
use crate::ask;
use othellier_locale::Lang;

const LANGUAGES: [Lang; 2] = [Lang::En, Lang::Fr];

fn names(config: &Config) -> [String; 2] {
    config.players.clone().map(|player| player.map_or(String::new(), |spec| spec.to_string()))
}

/// The settings of a file that only repeats the defaults.
fn defaults() -> Config {
    Config {
        size: Some(8),
        start: Some("startpos".to_owned()),
        interface: Some(Interface::Auto),
        show_board: Some(true),
        statistics: Some(Detail::Totals),
        ..Config::default()
    }
}

/// The text with its commented settings uncommented, except for lines with any of these words.
fn uncommented(text: &str, but: &[&str]) -> String {
    let is_setting = |rest: &str| {
        let key = rest.split([' ', ':']).next().unwrap_or_default();
        let follows = rest.get(key.len()..).unwrap_or_default();
        !key.is_empty()
            && key.chars().all(|letter| letter.is_ascii_lowercase() || letter == '_')
            && (follows.starts_with(" = ") || follows.starts_with(": ["))
            || rest.starts_with("seed: ")
    };
    let line = |line: &str| match line.strip_prefix("# ") {
        Some(rest) if is_setting(rest) && !but.iter().any(|word| rest.starts_with(word)) => {
            format!("{rest}\n")
        }
        _ => format!("{line}\n"),
    };
    text.lines().map(line).collect()
}

#[test]
fn the_printed_examples_have_the_defaults() {
    for lang in LANGUAGES {
        assert_eq!(from_toml(lang.sample_toml()).unwrap(), defaults());
        assert_eq!(from_yaml(lang.sample_yaml()).unwrap(), defaults());
    }
}

#[test]
fn every_commented_line_of_the_examples_is_valid_too() {
    for lang in LANGUAGES {
        let toml = from_toml(&uncommented(lang.sample_toml(), &[])).unwrap();
        let yaml =
            uncommented(lang.sample_yaml(), &["mode", "minimax_mode", "max_depth", "h_table"]);
        for config in [toml, from_yaml(&yaml).unwrap()] {
            let defaults = [ask::person(), ask::default_opponent(8)].map(Some);
            assert_eq!(config.players, defaults);
            assert_eq!(config.names, [Some("Alice".to_owned()), Some("Bob".to_owned())]);
            assert_eq!(config.clocks.map(|clock| clock.unwrap().to_string()), ["5m+2s", "5m+2s"]);
            assert_eq!(config.seed, Some(1));
        }
        let students = uncommented(lang.sample_yaml(), &["players"]);
        let students = from_yaml(&students).unwrap();
        assert_eq!(names(&students), ["human", "minimax(depth=3, eval=mixed, ties=random)"]);
    }
}

#[test]
fn both_languages_have_the_same_keys() {
    let toml = "size = 6\nseed = 3\nface = \"plain\"\nstatistics = true\n\
                [players]\nblack = \"random\"\n[display]\nboard = false\n[clock]\nwhite = \"5m\"\n\
                [names]\nblack = \"Alice\"\n";
    let yaml = "size: 6\nseed: 3\nface: plain\nstatistics: true\n\
                players: {black: random}\ndisplay: False\nclock:\n  white: 5m\n\
                names:\n  black: Alice\n";
    let nested = "board: {size: 6}\nrandom: {seed: 3}\nplayers:\n  black: random\n\
                  display: {face: plain, statistics: moves, board: no}\n\
                  clock: {white: 5m}\nnames: {black: Alice}\n";
    let config = from_toml(toml).unwrap();
    assert_eq!((config.size, config.seed, config.show_board), (Some(6), Some(3), Some(false)));
    assert_eq!(
        (config.interface, config.statistics),
        (Some(Interface::Plain), Some(Detail::Moves))
    );
    assert_eq!(from_yaml(yaml).unwrap(), config);
    assert_eq!(from_yaml(nested).unwrap(), config);
    assert_eq!(
        from_toml("mode = [1, 1]").unwrap().players,
        from_yaml("mode: [1, 1]").unwrap().players
    );
}

#[test]
fn a_table_applies_in_every_mode_that_uses_one() {
    for (mode, table, expected) in [
        ("2", "1", "matrix1"),
        ("2", "2", "matrix2"),
        ("5", "1", "mixed"),
        ("5", "2", "mixed(matrix=2)"),
    ] {
        let text = format!("mode: [{mode}, 1]\nminimax_mode: [3, 0]\nh_table: [{table}, 0]\n");
        let [black, white] = names(&from_yaml(&text).unwrap());
        assert_eq!(black, format!("negamax-ab(depth=3, eval={expected}, ties=random)"));
        assert_eq!(white, "random");
        let text = format!("mode: [1, {mode}]\nh_table: [0, 0]\n");
        for (lang, said) in LANGUAGES.into_iter().zip([
            format!("line 1: mode {mode} of White evaluates by a table"),
            format!("ligne 1\u{a0}: le mode {mode} de Blanc évalue avec une table"),
        ]) {
            let sentence = from_yaml(&text).unwrap_err().message(lang);
            assert!(sentence.starts_with(&said), "{sentence}");
        }
    }
}

#[test]
fn the_student_keys_are_read() {
    let text = "\
# Partie
mode: [2, 1]          # 0 humain, 1 aléatoire, 2 positionnel
minimax_mode: [3, 0]
max_depth: [4, 2]
h_table: [2, 1]
display: False
";
    let config = from_yaml(text).unwrap();
    let expected = ["negamax-ab(depth=4, eval=matrix2, ties=random)", "random"];
    assert_eq!(names(&config), expected);
    assert_eq!(config.show_board, Some(false));
    let keys = vec!["minimax_mode", "max_depth", "h_table"];
    let color = othellier_board::Color::White;
    assert_eq!(config.unused, [Unused { color, mode: 1, keys }]);
}

#[test]
fn unused_student_keys_are_reported() {
    let unused = |text: &str| {
        let unused = from_yaml(text).unwrap().unused;
        unused.into_iter().map(|unused| (unused.mode, unused.keys)).collect::<Vec<_>>()
    };
    assert_eq!(unused("mode: [3, 4]\nh_table: [1, 0]"), [(3, vec!["h_table"])]);
    assert_eq!(unused("mode: [0, 2]\nmax_depth: [4, 4]"), [(0, vec!["max_depth"])]);
    assert!(unused("mode: [2, 5]\nh_table: [1, 2]\nmax_depth: [1, 2]").is_empty());
}

#[test]
fn a_wrong_file_is_refused_with_its_line_in_both_languages() {
    let toml: fn(&str) -> Result<Config, ConfigError> = from_toml;
    let yaml: fn(&str) -> Result<Config, ConfigError> = from_yaml;
    for (read, text, english, french) in [
        (
            toml,
            "[players]\nblak = \"human\"",
            "line 2: there is no key `blak`; expected one of black, white; the nearest is `black`",
            "ligne 2\u{a0}: il n'y a pas de clé `blak`",
        ),
        (
            yaml,
            "\nplayers:\n  blak: human",
            "line 3: there is no key `blak`",
            "ligne 3\u{a0}: il n'y a pas de clé",
        ),
        (yaml, "mod: [0, 0]", "the nearest is `mode`", "la plus proche est `mode`"),
        (
            toml,
            "[board]\nsize = 7",
            "line 2: `7` is not a value of board.size; expected one of 4, 6, 8, 10",
            "ligne 2\u{a0}: ",
        ),
        (yaml, "size: six", "`six` is not a value of size", "`six`"),
        (
            toml,
            "[clock]\nblack = \"soon\"",
            "line 2: `soon` is not a value of clock.black; expected a time",
            "attendu\u{a0}: un temps",
        ),
        (
            yaml,
            "clock: [5m, soon]",
            "`soon` is not a value of clock (white)",
            "attendu\u{a0}: un temps",
        ),
        (
            toml,
            "[players]\nblack = \"(\"",
            "`(` is not a value of players.black; expected a player",
            "un joueur comme",
        ),
        (
            yaml,
            "players: [human, rando]",
            "`rando` is not a value of players (white); expected one of human, random",
            "`rando`",
        ),
        (
            toml,
            "seed = 1\n[",
            "line 2: this is not TOML: `[`",
            "ligne 2\u{a0}: ce n'est pas du TOML\u{a0}: `[`",
        ),
        (yaml, "mode: [0", "this is not YAML", "ce n'est pas du YAML"),
        (yaml, "- 1\n- 2", "line 1: this is not YAML", "ligne 1"),
        (
            yaml,
            "seed: 1\nseed: 2",
            "line 2: the key appears twice: `seed: 2`",
            "ligne 2\u{a0}: la clé apparaît",
        ),
        (
            toml,
            "seed = 1\nseed = 2",
            "line 2: the key appears twice",
            "ligne 2\u{a0}: la clé apparaît",
        ),
        (
            toml,
            "size = 8\n[board]\nsize = 8",
            "line 3: `size` and `board.size` mean the same",
            "ont le même sens",
        ),
        (
            yaml,
            "mode: [0, 1]\nplayers: [human, random]",
            "line 2: `mode` and `players` mean the same",
            "ligne 2",
        ),
        (
            yaml,
            "mode: 3",
            "line 1: the value of mode is of the wrong kind; expected two values",
            "attendu\u{a0}: deux valeurs",
        ),
        (yaml, "mode: [0, 1, 2]", "expected two values", "deux valeurs"),
        (
            yaml,
            "mode: [7, 0]",
            "`7` is not a value of mode (black); expected a number from 0 to 5",
            "de 0 à 5",
        ),
        (yaml, "mode:\n  - 0\n  - -1", "line 3: `-1` is not a value of mode (white)", "ligne 3"),
        (
            yaml,
            "mode: [2, 0]\nminimax_mode: [4, 0]",
            "line 2: `4` is not a value of minimax_mode (black)",
            "ligne 2",
        ),
        (yaml, "mode: [2, 0]\nmax_depth: [0, 3]", "expected a number from 1 to 120", "de 1 à 120"),
        (
            yaml,
            "mode: [2, 0]\nmax_depth: [3.5, 3]",
            "of max_depth (black) is of the wrong kind; expected a whole number",
            "un nombre entier",
        ),
        (
            yaml,
            "h_table: [1, 1]",
            "line 1: h_table has no effect without mode",
            "est sans effet sans mode",
        ),
        (
            yaml,
            "display: maybe",
            "the value of display is of the wrong kind",
            "la valeur de display",
        ),
        (
            yaml,
            "face: wide",
            "`wide` is not a value of face; expected one of auto, screen, plain",
            "`wide`",
        ),
        (yaml, "statistics: some", "expected one of none, totals, moves", "none, totals, moves"),
        (toml, "seed = -1", "expected a number from 0 on", "`-1`"),
        (
            yaml,
            "names: [1, 2]",
            "of names (black) is of the wrong kind; expected a text",
            "un texte",
        ),
    ] {
        let error = read(text).map(|config| panic!("{text}: {config:?}")).unwrap_err();
        for (lang, said) in LANGUAGES.into_iter().zip([english, french]) {
            let sentence = error.message(lang);
            assert!(sentence.contains(said), "{text}: {sentence}");
            assert!(!sentence.contains('\n'));
        }
        assert_ne!(error.message(Lang::En), error.message(Lang::Fr));
    }
}
