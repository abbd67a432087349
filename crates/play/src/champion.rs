//! The champion of the catalogue: its options, and how a spec becomes a search.

use std::any::Any;

use othellier_board::Size;
use othellier_eval::patterns::Patterns;
use othellier_search::SearchLimits;
use othellier_search::champion::{Champion, SearchLevel, Selectivity};
use othellier_spec::{Expected, Key, Spec, SpecError, Words};

use crate::book::BookPlayer;
use crate::catalogue::{Seat, Setup, key};
use crate::{Player, Ponderer, SearchPlayer, book, textbook};

/// The options of the champion.
pub(crate) const KEYS: &[Key] = &[
    key(
        "level",
        "16",
        "strength from 0 to 60, where nothing below limits it",
        "force de 0 à 60, sauf limite ci-dessous",
    ),
    key("depth", "", "plies to look ahead", "demi-coups d'avance"),
    key("time", "", "time for each move, such as 500ms or 2s", "temps par coup, comme 500ms ou 2s"),
    key(
        "nodes",
        "",
        "positions to visit at most for each move",
        "positions visitées au plus par coup",
    ),
    key(
        "selectivity",
        "73",
        "confidence of what is left out: 73, 87, 95, 98, 99, or 100 for nothing",
        "confiance de ce qui est écarté : 73, 87, 95, 98, 99, ou 100 pour rien",
    ),
    key("threads", "1", "threads that think together", "fils qui réfléchissent ensemble"),
    key("hash", "64MiB", "size of the table", "taille de la table"),
    key(
        "ponder",
        "off",
        "think on the opponent's time: on or off",
        "réfléchir sur le temps de l'adversaire : on ou off",
    ),
    key(
        "weights",
        "",
        "a file of weights instead of the shipped ones",
        "un fichier de poids au lieu de ceux fournis",
    ),
    key(
        "book",
        "off",
        "a file of openings to play from, on for the shipped one, or off; `play` has it on",
        "un fichier d'ouvertures où jouer, on pour celui fourni, ou off ; `play` le met",
    ),
    key(
        "variety",
        "0",
        "discs that a reply of the book may be worse than the best",
        "pions dont une réponse du livre peut être moins bonne que la meilleure",
    ),
];

/// The champion, as its spec wants it.
pub(crate) fn champion<S: Size>(spec: &Spec, setup: &Setup) -> Result<Seat<S>, SpecError> {
    let level = spec.number("level", 0..=u64::from(SearchLevel::MAX))?;
    let depth: Option<u8> = spec.number("depth", 1..=60)?;
    let (time, nodes) = (textbook::time(spec)?, spec.number("nodes", 1..)?);
    let limited = depth.is_some() || time.is_some() || nodes.is_some();
    if level.is_some() && limited {
        return Err(spec.refused(Words {
            en: "level is of no use beside depth, time or nodes",
            fr: "level ne sert à rien à côté de depth, time ou nodes",
        }));
    }
    let percents = Selectivity::ALL.map(|selectivity| selectivity.percent().to_string());
    let selectivity = spec.read("selectivity", Expected::OneOf(percents.into()), |text| {
        Selectivity::from_percent(text.parse().ok()?)
    })?;
    let selectivity = selectivity.unwrap_or(Selectivity::Percent73);
    let own = match depth {
        Some(depth) => SearchLevel::fixed(depth.into(), selectivity, 0),
        None => {
            SearchLevel { selectivity, ..SearchLevel::new(level.unwrap_or(SearchLevel::DEFAULT)) }
        }
    };
    let threads = spec.number("threads", 1..=256)?.unwrap_or(1);
    let bytes = textbook::table_bytes(spec, 64 << 20)?;
    let judge = match spec.option("weights") {
        Some(path) if !path.is_empty() => {
            Patterns::read(path).map_err(|error| spec.faulty(error))?
        }
        _ => Patterns::shipped(),
    };
    let book = book::of_spec(spec)?;
    let champion = Champion::with(judge, own, threads, bytes).seeded(setup.seed);
    // A level that was asked for stays that level, however much time there is.
    let champion = if level.is_some() { champion.limited_to_level() } else { champion };
    let limits = SearchLimits { depth, time, nodes, ..SearchLimits::default() };
    let player = SearchPlayer::new(champion, limits);
    let ponder = spec.choice("ponder", &[("on", true), ("off", false)])?;
    let player: Box<dyn Player> = match ponder.unwrap_or(false) {
        true => Box::new(Ponderer::new(player)),
        false => Box::new(player),
    };
    let seat: Seat = Seat::Program(match book {
        Some((book, variety)) => Box::new(BookPlayer::new(book, variety, setup.seed, player)),
        None => player,
    });
    // The same type where the board is the usual one.
    let seat: Box<dyn Any> = Box::new(seat);
    let seat = seat.downcast::<Seat<S>>();
    seat.map(|seat| *seat).map_err(|_| {
        spec.refused(Words {
            en: "it plays on 8×8 boards alone",
            fr: "il ne joue que sur des plateaux 8×8",
        })
    })
}
