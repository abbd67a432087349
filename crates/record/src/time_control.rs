//! Time controls, clocks, and durations as people write them.

use std::fmt;
use std::str::FromStr;
use std::time::Duration;

use crate::Game;
use othellier_board::{Color, Size};

/// How much time a side has for the whole game: `5m`, `5m+2s` with two seconds more per move, or
/// `5m/30s` with thirty seconds for each move when the five minutes are spent (byo-yomi).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct TimeControl {
    /// Time for the whole game.
    pub main: Duration,
    /// Time added after each move.
    pub increment: Duration,
    /// Time of each move beyond that; unused time is not saved.
    pub byo_yomi: Duration,
}

/// The clock of the side to move. `None` means no limit.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Clock {
    /// Time left before the flag falls.
    pub left: Option<Duration>,
    /// Time added after the move.
    pub increment: Duration,
    /// The part of the time left that is renewed for the next move.
    pub byo_yomi: Duration,
    /// The most that this move may take, whatever time is left.
    pub per_move: Option<Duration>,
}

/// The time for a move. The maximum is more than the optimum only if time can be saved for later moves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TimeAllotment {
    /// The time that the move should take.
    pub optimum: Duration,
    /// The limit if the choice is hard.
    pub maximum: Duration,
}

/// Time between the decision of a player and its arrival, reserved in every move: more on slow machines
/// and slow connections.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum MoveOverhead {
    /// Ten milliseconds, or a quarter of a shorter time.
    #[default]
    Usual,
    /// This time for each move.
    Fixed(Duration),
}

impl MoveOverhead {
    const USUAL: Duration = Duration::from_millis(10);

    /// The rest of a time without the overhead.
    pub fn subtracted_from(self, time: Duration) -> Duration {
        time.saturating_sub(match self {
            MoveOverhead::Usual => MoveOverhead::USUAL.min(time / 4),
            MoveOverhead::Fixed(overhead) => overhead,
        })
    }

    /// The part of the time left that is kept for the overheads of the moves to come, as far as their increments
    /// do not pay for them; usually for five, as most moves arrive at once.
    fn reserve(self, left: Duration, moves_to_come: u32, increment: Duration) -> Duration {
        match self {
            MoveOverhead::Usual => (5 * MoveOverhead::USUAL).min(left / 4),
            MoveOverhead::Fixed(overhead) => {
                let unpaid = overhead.saturating_sub(increment).saturating_mul(moves_to_come);
                overhead.saturating_add(unpaid)
            }
        }
    }
}

impl Clock {
    /// With this many empty squares the endgame is solved quickly, with a second left; with each doubling
    /// of the time left, one more.
    const SOLVED_SOON: u32 = 17;
    /// The maximum of a move, in optima.
    const MAX_OPTIMA: u32 = 4;

    /// The time for a move with this many empty squares left; `None` means no limit.
    ///
    /// The time left is divided by the number of moves to come. The last moves, which are played from a
    /// solved position, count as three. A move takes at most two fifths of what is left. The overhead
    /// is never spent.
    pub fn allot(self, empties: u32, overhead: MoveOverhead) -> Option<TimeAllotment> {
        let net = |time| overhead.subtracted_from(time);
        let share = self.left.map(|left| {
            let solved_soon = Clock::SOLVED_SOON + left.as_secs().max(1).ilog2();
            let searched = empties.saturating_sub(solved_soon).div_ceil(2) + 3;
            let again = self.byo_yomi.min(left);
            let left = left - again;
            let reserve = overhead.reserve(left, empties.div_ceil(2), self.increment);
            let left = left.saturating_sub(reserve);
            let most = left * 2 / 5;
            let share = (left / searched).saturating_add(net(self.increment));
            let of_left = |time: Duration| time.min(most) + net(again);
            TimeAllotment {
                optimum: of_left(share),
                maximum: of_left(share.saturating_mul(Clock::MAX_OPTIMA)),
            }
        });
        let per_move = self.per_move.map(|time| {
            let time = net(time);
            TimeAllotment { optimum: time, maximum: time }
        });
        match (share, per_move) {
            (Some(share), Some(per_move)) => Some(TimeAllotment {
                optimum: share.optimum.min(per_move.optimum),
                maximum: share.maximum.min(per_move.maximum),
            }),
            (share, per_move) => share.or(per_move),
        }
    }
}

impl TimeControl {
    /// The clock of one side in the current position. Taking a move back gives its time back.
    ///
    /// Zero time left means that the flag has fallen.
    pub fn clock<S: Size>(self, game: &Game<S>, color: Color) -> Clock {
        let TimeControl { main, increment, byo_yomi } = self;
        let mut left = main;
        for duration in game.durations(color) {
            if duration > left.saturating_add(byo_yomi) {
                return Clock { left: Some(Duration::ZERO), increment, ..Clock::default() };
            }
            left = left.saturating_sub(duration).saturating_add(increment);
        }
        let left = Some(left.saturating_add(byo_yomi));
        Clock { left, increment, byo_yomi, per_move: None }
    }
}

impl fmt::Display for TimeControl {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&show_duration(self.main))?;
        if !self.increment.is_zero() {
            write!(f, "+{}", show_duration(self.increment))?;
        }
        if !self.byo_yomi.is_zero() {
            write!(f, "/{}", show_duration(self.byo_yomi))?;
        }
        Ok(())
    }
}

impl FromStr for TimeControl {
    type Err = ParseDurationError;

    fn from_str(text: &str) -> Result<TimeControl, ParseDurationError> {
        let (text, byo_yomi) = text.split_once('/').unwrap_or((text, "0s"));
        let (main, increment) = text.split_once('+').unwrap_or((text, "0s"));
        Ok(TimeControl {
            main: parse_duration(main.trim())?,
            increment: parse_duration(increment.trim())?,
            byo_yomi: parse_duration(byo_yomi.trim())?,
        })
    }
}

/// The units of a duration, largest first, in nanoseconds.
const UNITS: [(&str, u64); 4] =
    [("h", 3_600_000_000_000), ("m", 60_000_000_000), ("s", 1_000_000_000), ("ms", 1_000_000)];

/// Parses `500ms`, `2s`, `1.5s`, `1m30s`, `2h`.
pub fn parse_duration(text: &str) -> Result<Duration, ParseDurationError> {
    let wrong = || ParseDurationError { text: text.to_owned() };
    let mut total = Duration::ZERO;
    let mut rest = text;
    if rest.is_empty() {
        return Err(wrong());
    }
    while !rest.is_empty() {
        let digits = rest.find(|c: char| !c.is_ascii_digit() && c != '.').ok_or_else(wrong)?;
        let (number, after) = rest.split_at(digits);
        let letters = after.find(|c: char| !c.is_ascii_alphabetic()).unwrap_or(after.len());
        let (unit, after) = after.split_at(letters);
        let (_, nanoseconds) = UNITS.iter().find(|(name, _)| *name == unit).ok_or_else(wrong)?;
        let number: f64 = number.parse().map_err(|_| wrong())?;
        let part = Duration::try_from_secs_f64(number * *nanoseconds as f64 / 1e9);
        total = part.ok().and_then(|part| total.checked_add(part)).ok_or_else(wrong)?;
        rest = after;
    }
    Ok(total)
}

/// Formats a duration to the millisecond, in the syntax of [`parse_duration`].
pub fn show_duration(duration: Duration) -> String {
    let mut left = duration.as_millis() as u64;
    if left == 0 {
        return "0s".to_owned();
    }
    let mut shown = String::new();
    for (unit, nanoseconds) in UNITS {
        let milliseconds = nanoseconds / 1_000_000;
        if left >= milliseconds {
            shown += &format!("{}{unit}", left / milliseconds);
            left %= milliseconds;
        }
    }
    shown
}

/// The text is not a duration.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{text}` is not a time; expected something like 500ms, 2s or 1m30s")]
pub struct ParseDurationError {
    /// The text that is not a time.
    pub text: String,
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    #[test]
    fn durations_as_people_write_them() {
        for (text, milliseconds) in [
            ("500ms", 500),
            ("2s", 2000),
            ("1.5s", 1500),
            ("1m30s", 90_000),
            ("2h", 7_200_000),
            ("0s", 0),
        ] {
            assert_eq!(parse_duration(text), Ok(Duration::from_millis(milliseconds)), "{text}");
        }
        for text in ["", "5", "s", "-1s", "1x", "1..5s", "1 s", "1e9s", "99999999999999999999h"] {
            assert!(parse_duration(text).is_err(), "{text}");
        }
    }

    #[test]
    fn a_fischer_clock() {
        let control: TimeControl = "5m+2s".parse().unwrap();
        assert_eq!(control.to_string(), "5m+2s");
        let mut game = Game::new();
        game.play_timed("f5".parse().unwrap(), Some(Duration::from_secs(10))).unwrap();
        let left = |game: &Game, color| control.clock(game, color).left;
        assert_eq!(left(&game, Color::Black), Some(Duration::from_secs(300 - 10 + 2)));
        assert_eq!(left(&game, Color::White), Some(Duration::from_secs(300)));
        game.play_timed("d6".parse().unwrap(), Some(Duration::from_secs(400))).unwrap();
        assert_eq!(left(&game, Color::White), Some(Duration::ZERO));
    }

    #[test]
    fn byo_yomi_is_renewed_for_every_move_and_never_saved() {
        let seconds = Duration::from_secs;
        let control: TimeControl = "1m/10s".parse().unwrap();
        assert_eq!(control.to_string(), "1m/10s");
        let mut game = Game::new();
        let left = |game: &Game| control.clock(game, Color::Black).left;
        assert_eq!(left(&game), Some(seconds(70)));
        // The minute and seven of the ten seconds: the next move has ten again.
        for (text, used) in [("f5", 67), ("d6", 0), ("c3", 10), ("d3", 0), ("c4", 3), ("f4", 0)] {
            game.play_timed(text.parse().unwrap(), Some(seconds(used))).unwrap();
            assert_eq!(left(&game), Some(seconds(10)), "{text}");
        }
        assert_eq!(control.clock(&game, Color::White).left, Some(seconds(70)));
        let spent = control.clock(&game, Color::Black);
        let rest = Duration::from_millis(9_990);
        let all = TimeAllotment { optimum: rest, maximum: rest };
        assert_eq!(spent.allot(40, MoveOverhead::Usual), Some(all), "there is nothing to save");
        game.play_timed("c5".parse().unwrap(), Some(seconds(11))).unwrap();
        assert_eq!(left(&game), Some(Duration::ZERO));
    }

    #[test]
    fn an_allotment_leaves_time_for_the_rest() {
        let seconds = Duration::from_secs;
        let clock = Clock { left: Some(seconds(300)), ..Clock::default() };
        let none = MoveOverhead::Fixed(Duration::ZERO);
        let allotted = |clock: Clock, empties| {
            clock.allot(empties, none).map(|time| (time.optimum, time.maximum))
        };
        assert_eq!(allotted(clock, 59), Some((seconds(15), seconds(60))));
        assert_eq!(allotted(clock, 29), Some((seconds(60), seconds(120))));
        assert_eq!(allotted(Clock::default(), 60), None);
        for empties in 0..=60 {
            for left in [0, 1, 15, 100, 60_000] {
                let left = Duration::from_millis(left);
                let clock = Clock { left: Some(left), increment: seconds(5), ..Clock::default() };
                let (optimum, maximum) = allotted(clock, empties).unwrap();
                assert!(optimum <= maximum && maximum <= left / 2);
            }
        }
        let clock = Clock { per_move: Some(seconds(1)), ..clock };
        assert_eq!(allotted(clock, 60), Some((seconds(1), seconds(1))));
    }

    #[test]
    fn the_overhead_is_reserved_in_every_move() {
        let ms = Duration::from_millis;
        let per_move = |time, overhead| {
            let clock = Clock { per_move: Some(ms(time)), ..Clock::default() };
            clock.allot(60, overhead).unwrap().maximum
        };
        assert_eq!(per_move(100, MoveOverhead::Usual), ms(90));
        assert_eq!(per_move(20, MoveOverhead::Usual), ms(15));
        assert_eq!(per_move(100, MoveOverhead::Fixed(ms(30))), ms(70));
        assert_eq!(per_move(20, MoveOverhead::Fixed(ms(30))), ms(0));
        // A move that arrives late by this much every time never costs the game.
        for (increment, overhead) in [(0, 20), (10, 20), (100, 50)] {
            let mut left = ms(1000);
            for empties in (0..60).rev().step_by(2) {
                let clock =
                    Clock { left: Some(left), increment: ms(increment), ..Clock::default() };
                let time = clock.allot(empties, MoveOverhead::Fixed(ms(overhead))).unwrap();
                let used = time.maximum + ms(overhead);
                assert!(used <= left, "{empties}: {used:?} of {left:?}");
                left = left - used + ms(increment);
            }
        }
    }

    proptest! {
        #[test]
        fn any_text_is_parsed_or_refused(text in ".*") {
            let _ = parse_duration(&text);
            let _ = text.parse::<TimeControl>();
        }

        #[test]
        fn durations_round_trip(milliseconds in 0_u64..1_000_000_000) {
            let duration = Duration::from_millis(milliseconds);
            prop_assert_eq!(parse_duration(&show_duration(duration)), Ok(duration));
        }
    }
}
