//! The JSON of a game.

use othellier_play::with_session;
use othellier_record::with_game;
use othellier_wire::{
    Both, Clocks, Game, GameType, Opening, Outcome, PlayedMove, Position, Thought, Variation,
};

use super::live::LiveGame;
use crate::error::ServiceError;

/// The game as an id with or without the right to play sees it.
pub fn game_shown(live: &LiveGame, id: &str, view: &str, may_play: bool) -> Game {
    let (session, game) = (&live.session, &live.game());
    let (moves, variations) = with_session!(session, session => {
        let thoughts = session.thoughts().iter().map(|thought| thought.as_ref().map(Thought::from));
        let variations = session.variations().iter().map(|left| Variation::new(&left.game));
        (PlayedMove::all(session.game(), thoughts), variations.collect())
    });
    Game {
        kind: GameType::Tag,
        id: may_play.then(|| id.to_owned()),
        view: view.to_owned(),
        may_play,
        version: session.version(),
        size: session.side(),
        start: with_game!(game, game => game.start().to_string()),
        players: Both::of(|color| session.player(color).into()),
        clock: session.settings().clocks[0].map(|clock| clock.to_string()),
        clocks: live.left().map(|left| Clocks::new(left, live.running())),
        pace_ms: live.pace.as_millis() as u64,
        ply: session.length(),
        length: session.full_length(),
        moves,
        position: Position::of_any(game),
        state: live.state().into(),
        opening: Opening::of_any(game),
        outcome: with_game!(game, game => Outcome::of(game)),
        variations,
        trouble: live.error.as_ref().map(ServiceError::shown),
    }
}
