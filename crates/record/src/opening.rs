//! Openings that have a name.
//!
//! A line is known by the position it leads to, so that it is recognised in all four directions in
//! which a game can begin, and whatever the order of its moves. Lines are written as if the first
//! move were f5.

use std::collections::HashMap;
use std::sync::LazyLock;

use othellier_board::Board;

use crate::{Game, transcript};

/// The name of an opening.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OpeningName {
    /// In English.
    pub en: &'static str,
    /// In French.
    pub fr: &'static str,
    /// How many moves of the game it names.
    pub length: usize,
}

/// Every line with its name in English and in French.
#[rustfmt::skip]
const LINES: [(&str, &str, &str); 71] = [
    ("f5f6", "Diagonal", "Diagonale"),
    ("f5f4", "Parallel", "Parallèle"),
    ("f5d6", "Perpendicular", "Perpendiculaire"),
    ("f5f6e6f4g7", "X-square", "Case X"),
    ("f5f6e6f4g6", "Snake", "Serpent"),
    ("f5f6e6f4g6c6", "Lysons", "Lysons"),
    ("f5f6e6f4g6c5g4g5f3e3c4", "Pyramid", "Pyramide"),
    ("f5f6e6f4g5", "Heath", "Heath"),
    ("f5f6e6f4g5e7e3", "Heath-Bat", "Heath chauve-souris"),
    ("f5f6e6f4g5e7d7", "Iwasaki", "Iwasaki"),
    ("f5f6e6f4g5d6", "Heath-Chimney", "Heath cheminée"),
    ("f5f6e6f4g4", "Raccoon dog", "Chien viverrin"),
    ("f5f6e6f4g3", "Hamilton", "Hamilton"),
    ("f5f6e6f4g3f3g4", "Lollipop", "Sucette"),
    ("f5f6e6f4e3", "Cow", "Vache"),
    ("f5f6e6f4e3d6", "Chimney", "Cheminée"),
    ("f5f6e6f4e3c5g5", "Cambridge", "Cambridge"),
    ("f5f6e6f4e3c5g5g3g4f3g6", "Bat, Piau's second continuation", "Chauve-souris, seconde suite Piau"),
    ("f5f6e6f4e3c5g5g3g4f3c4", "Bat, Piau's first continuation", "Chauve-souris, première suite Piau"),
    ("f5f6e6f4e3c5g5f3g4g6g3d6f7h5h4h3e7", "Bat, Kling's continuation", "Chauve-souris, suite Kling"),
    ("f5f6e6f4e3c5g5d6g6", "Bat, Kling's alternative", "Chauve-souris, variante Kling"),
    ("f5f6e6f4e3c5c4", "Rose versus Toth", "Rose contre Toth"),
    ("f5f6e6f4e3c5c4e7", "Tanida", "Tanida"),
    ("f5f6e6f4e3c5c4e7g4", "Aircraft", "Avion"),
    ("f5f6e6f4e3c5c4e7b5e2", "Sailboat", "Voilier"),
    ("f5f6e6f4e3c5c4d3f3e2", "Maruoka", "Maruoka"),
    ("f5f6e6f4e3c5c4d3c3", "Landau", "Landau"),
    ("f5f6e6f4c3", "Buffalo", "Buffle"),
    ("f5f6e6f4c3d7f3", "Maruoka's buffalo", "Buffle Maruoka"),
    ("f5f6e6f4c3d6f3c4c5b4", "Tanida's buffalo", "Buffle Tanida"),
    ("f5f6e6f4c3c4", "Hokuriku buffalo", "Buffle Hokuriku"),
    ("f5f6d3f4", "Wing", "Aile"),
    ("f5f6c4f4", "Semi-wing", "Demi-aile"),
    ("f5d6c5f4e3d3", "Mimura", "Mimura"),
    ("f5d6c5f4e3c6f3", "Shaman", "Chaman"),
    ("f5d6c5f4e3c6e6", "Inoue", "Inoue"),
    ("f5d6c5f4e3c6e6f6", "Iago", "Iago"),
    ("f5d6c5f4e3c6d7", "Bhagat", "Bhagat"),
    ("f5d6c5f4e3c6d3f6e6d7", "Rose", "Rose"),
    ("f5d6c5f4e3c6d3f6e6d7g4", "Flat", "Plate"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4", "Rotating flat", "Plate tournante"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4g6", "Murakami", "Murakami"),
    ("f5d6c5f4e3c6d3f6e6d7g4c4g5c3f7d2e7f2", "Rotating flat, Kling's continuation", "Plate tournante, suite Kling"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4", "Birth of the rose", "Naissance de la rose"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4g5c3b4e2", "Brightstein", "Brightstein"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4b4", "Rose, Tamenori", "Rose Tamenori"),
    ("f5d6c5f4e3c6d3f6e6d7g3c4b4c3", "Rose, Tamenori-Kling", "Rose Tamenori-Kling"),
    ("f5d6c5f4e3c6d3f6e6d7e7", "Greenberg", "Greenberg"),
    ("f5d6c5f4e3c6d3f3", "Ralle", "Ralle"),
    ("f5d6c5f4d3", "Horse", "Cheval"),
    ("f5d6c4g5c6", "No-cat", "Sans chat"),
    ("f5d6c4g5c6c5d7d3b4c3e3f3", "Swallow", "Hirondelle"),
    ("f5d6c4d3e6", "Italian", "Italienne"),
    ("f5d6c4d3c5", "Cat", "Chat"),
    ("f5d6c4d3c5f4e3f3c2c6", "Sakaguchi", "Sakaguchi"),
    ("f5d6c4d3c5f4e3f3c2b4b3", "Berner", "Berner"),
    ("f5d6c3g5", "Bent ganglion", "Ganglion tordu"),
    ("f5d6c3d3c4", "Tiger", "Tigre"),
    ("f5d6c3d3c4f4f6", "Stephenson", "Stephenson"),
    ("f5d6c3d3c4f4f6g5", "No-kung", "Sans kung"),
    ("f5d6c3d3c4f4f6f3", "Comp'Oth", "Comp'Oth"),
    ("f5d6c3d3c4f4f6f3e3", "Lightning bolt", "Éclair"),
    ("f5d6c3d3c4f4f6b4", "Kung", "Kung"),
    ("f5d6c3d3c4f4e6", "Leader's tiger", "Tigre de Leader"),
    ("f5d6c3d3c4f4e3", "Brightwell", "Brightwell"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3", "Ishii", "Ishii"),
    ("f5d6c3d3c4f4c5b4b5c6f3e6e3g6f6g5d7g3", "Tiger, main line", "Tigre, ligne principale"),
    ("f5d6c3d3c4f4c5b3c2", "Rose-Bill", "Rose-Bill"),
    ("f5d6c3d3c4f4c5b3c2e6", "Tamenori", "Tamenori"),
    ("f5d6c3d3c4f4c5b3c2b4", "Central Rose-Bill", "Rose-Bill centrale"),
    ("f5d6c3d3c4b3", "Aubrey", "Aubrey"),
];

/// The name of the longest opening that a game has played up to now, if it has one.
///
/// ```
/// use othellier_record::{opening, transcript};
/// let game = transcript::read(Default::default(), "e6f4c3c4d3b2")?;
/// let name = opening::name_of(&game).expect("a tiger");
/// assert_eq!((name.en, name.fr, name.length), ("Tiger", "Tigre", 5));
/// # Ok::<(), othellier_record::transcript::TranscriptError>(())
/// ```
pub fn name_of(game: &Game) -> Option<OpeningName> {
    static NAMES: LazyLock<HashMap<Board, (&str, &str)>> = LazyLock::new(|| {
        let named = LINES.iter().filter_map(|(moves, en, fr)| {
            let game = transcript::read(Default::default(), moves).ok()?;
            Some((game.position().board().canonical(), (*en, *fr)))
        });
        named.collect()
    });
    let mut past = game.clone();
    loop {
        if let Some(&(en, fr)) = NAMES.get(&past.position().board().canonical()) {
            return Some(OpeningName { en, fr, length: past.length() });
        }
        past.undo()?;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_is_legal_and_has_its_name_in_every_direction() {
        for (moves, en, fr) in LINES {
            let game = transcript::read(Default::default(), moves).expect(en);
            assert!(moves.starts_with("f5"), "{en}");
            let mirrored: Vec<u8> = moves
                .bytes()
                .map(|letter| {
                    if letter.is_ascii_digit() {
                        b'0' + b'9' - letter
                    } else {
                        b'a' + b'h' - letter
                    }
                })
                .collect();
            let mirrored = String::from_utf8(mirrored).unwrap();
            let mirrored = transcript::read(Default::default(), &mirrored).expect(en);
            for game in [game, mirrored] {
                let name = name_of(&game).expect(en);
                assert_eq!((name.en, name.fr, 2 * name.length), (en, fr, moves.len()));
            }
        }
    }

    #[test]
    fn a_game_without_a_known_opening_has_no_name() {
        assert_eq!(name_of(&Game::new()), None);
        let game = transcript::read(Default::default(), "f5").unwrap();
        assert_eq!(name_of(&game), None);
        let mut game = transcript::read(Default::default(), "f5d6c3").unwrap();
        assert_eq!(name_of(&game).unwrap().en, "Perpendicular");
        game.go_to(1).unwrap();
        assert_eq!(name_of(&game), None);
    }
}
