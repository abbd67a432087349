//! Who sits at a game, and what they ask of each other: plain state, stored as JSON.
//!
//! The state of the game itself is in its session. An ask to take back belongs to one version of
//! the game: a move, or anything else that changes the game, makes it void.

use std::time::Duration;

use othellier_board::Color;
use othellier_wire::{AskKind, Fault, SeatKind, Side, Terms};
use serde::{Deserialize, Serialize};

use crate::ids::new_id;

/// How long an invitation can be accepted.
pub(crate) const INVITATION_LIFE: Duration = Duration::from_secs(24 * 60 * 60);
/// How long an invitation that nobody accepted is stored: its link says that it has expired.
pub(crate) const INVITATION_KEPT: Duration = Duration::from_secs(7 * 24 * 60 * 60);

#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Holder {
    /// The key to the seat. A member of a room has one token for all games there.
    pub(crate) token: String,
    pub(crate) name: String,
    pub(crate) kind: SeatKind,
}

impl Holder {
    /// A person with a new token.
    pub(crate) fn person(name: String) -> Holder {
        Holder { token: new_id(), name, kind: SeatKind::Person }
    }
}

/// One of the two who sit at a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Place {
    Host,
    Guest,
}

/// How a game ended without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum BrokenOff {
    Aborted,
    Withdrawn,
}

/// A pending request of one player to the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct PendingAsk {
    pub(crate) from: Side,
    pub(crate) ask: AskKind,
    /// The version of the game when it was asked.
    pub(crate) version: u64,
}

/// The restrictions by the rules of a room.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RoomRules {
    /// The code of the room.
    pub(crate) code: String,
    /// A tournament game cannot be aborted, and no move can be taken back.
    pub(crate) is_tournament: bool,
}

/// Who sits at a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Seating {
    /// The code of the invitation.
    pub(crate) code: Option<String>,
    pub(crate) host: Holder,
    pub(crate) guest: Option<Holder>,
    /// When the invitation was made, in seconds since 1970; none if there was none.
    pub(crate) invited: Option<i64>,
    /// None: by lot, when the guest comes.
    pub(crate) host_color: Option<Side>,
    pub(crate) terms: Terms,
    /// The id of the game that may play. It never leaves the server.
    pub(crate) game: Option<String>,
    pub(crate) broken_off: Option<BrokenOff>,
    pub(crate) asks: Vec<PendingAsk>,
    /// The id of the next game of the same two.
    pub(crate) rematch: Option<String>,
    pub(crate) fault: Option<Fault>,
    pub(crate) room: Option<RoomRules>,
}

impl Seating {
    /// An open seat beside the host's.
    pub(crate) fn open(
        code: String,
        host: Holder,
        host_color: Option<Side>,
        terms: Terms,
    ) -> Seating {
        Seating {
            code: Some(code),
            host,
            guest: None,
            invited: None,
            host_color,
            terms,
            game: None,
            broken_off: None,
            asks: Vec::new(),
            rematch: None,
            fault: None,
            room: None,
        }
    }

    /// A game between two who are known; Black first.
    pub(crate) fn between([black, white]: [Holder; 2], terms: Terms, game: String) -> Seating {
        let seating = Seating::open(String::new(), black, Some(Side::Black), terms);
        Seating { code: None, guest: Some(white), game: Some(game), ..seating }
    }

    /// For how long the free seat can still be taken, at this time in seconds since 1970; none if it
    /// cannot be taken any more.
    pub(crate) fn open_for(&self, now: i64) -> Option<Duration> {
        if self.guest.is_some() || self.broken_off.is_some() {
            return None;
        }
        let age = self.invited.map_or(0, |invited| now.saturating_sub(invited).max(0));
        let left = INVITATION_LIFE.checked_sub(Duration::from_secs(age as u64));
        left.filter(|left| !left.is_zero())
    }

    /// The place that a token holds.
    pub(crate) fn place(&self, token: &str) -> Option<Place> {
        let holds = |holder: &Holder| holder.token == token;
        match () {
            () if holds(&self.host) => Some(Place::Host),
            () if self.guest.as_ref().is_some_and(holds) => Some(Place::Guest),
            () => None,
        }
    }

    /// The colour of a place; none before it is drawn.
    pub(crate) fn color(&self, place: Place) -> Option<Color> {
        let host: Color = self.host_color?.into();
        Some(if place == Place::Host { host } else { !host })
    }

    /// The place of a colour; none before colours are drawn.
    pub(crate) fn place_of(&self, color: Color) -> Option<Place> {
        let host: Color = self.host_color?.into();
        Some(if host == color { Place::Host } else { Place::Guest })
    }

    pub(crate) fn holder(&self, place: Place) -> Option<&Holder> {
        match place {
            Place::Host => Some(&self.host),
            Place::Guest => self.guest.as_ref(),
        }
    }

    pub(crate) fn player(&self, color: Color) -> Option<&Holder> {
        self.holder(self.place_of(color)?)
    }

    /// The pending ask of this kind, in this version of the game.
    pub(crate) fn pending(&self, ask: AskKind, version: u64) -> Option<PendingAsk> {
        let is_it = |one: &&PendingAsk| {
            one.ask == ask && (ask == AskKind::Rematch || one.version == version)
        };
        self.asks.iter().find(is_it).copied()
    }

    /// Removes the asks of a kind.
    pub(crate) fn drop_asks(&mut self, ask: AskKind) {
        self.asks.retain(|one| one.ask != ask);
    }

    /// The players of a rematch, Black first: colours are exchanged, unless there is a handicap,
    /// which stays with the weaker player.
    pub(crate) fn rematch_players(&self) -> Option<[Holder; 2]> {
        let swaps = self.terms.handicap == 0;
        let player = |color: Color| self.player(if swaps { !color } else { color }).cloned();
        Some([player(Color::Black)?, player(Color::White)?])
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_invitation_is_open_for_a_day() {
        let terms = Terms { size: 8, clock: None, handicap: 0 };
        let host = Holder::person("Ada".to_owned());
        let seating = Seating::open("CODE".to_owned(), host.clone(), None, terms);
        let (day, now) = (24 * 60 * 60, 1_800_000_000);
        let invited = Seating { invited: Some(now), ..seating };
        assert_eq!(invited.open_for(now), Some(INVITATION_LIFE));
        assert_eq!(invited.open_for(now + day - 1), Some(Duration::from_secs(1)));
        assert_eq!(invited.open_for(now + day), None);
        assert_eq!(invited.open_for(i64::MAX), None);
        // A clock that was set back does not lengthen it.
        assert_eq!(invited.open_for(now - day), Some(INVITATION_LIFE));
        assert_eq!(Seating { guest: Some(host), ..invited.clone() }.open_for(now), None);
        let withdrawn = Some(BrokenOff::Withdrawn);
        assert_eq!(Seating { broken_off: withdrawn, ..invited }.open_for(now), None);
    }
}
