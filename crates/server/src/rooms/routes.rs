//! The requests of rooms.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::request::Parts;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use othellier_measure::tournament::Format;
use othellier_record::Record;
use othellier_service::exercises::{ExerciseAnswer, ExerciseQuery};
use othellier_service::export::{file, format_of};
use othellier_wire as wire;
use othellier_wire::{
    ExerciseGoal, Grade, MemberToken, MemberTokenType, Pairings, SeatKind, TournamentState,
};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::account::account_in;
use super::class::{NewBoard, NewQuestion, QuestionChanges, checked_positions};
use super::room::{Challenge, Tournament};
use super::{Member, Room, RoomHandle, change, entered, found, play, tournament};
use crate::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, Params};
use crate::games::export::attachment;
use crate::games::routes::EmptyBody;
use crate::jobs::run_job;
use crate::limits;
use crate::routes::new_seed;
use crate::scheduler::Account;
use crate::seats::routes::{AskedTerms, ColorChoice};
use crate::seats::{Code, Player, Token, new_code, picture};
use crate::site::Site;

/// The clock of a game in a room, where none is given.
pub(crate) const USUAL_CLOCK: &str = "10m";
/// Rounds of a tournament, at most.
const ROUNDS: usize = 50;
/// Games of a pairing, at most.
const GAMES: usize = 20;
/// Random moves that begin a game, at most.
const RANDOM_PLIES: usize = 20;

type RoomResponse = Result<Json<wire::Room>, ApiError>;

/// A number in a path.
pub(crate) struct Number(usize);

impl<S: Send + Sync> FromRequestParts<S> for Number {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, state: &S) -> Result<Number, ApiError> {
        let path = axum::extract::RawPathParams::from_request_parts(parts, state).await.ok();
        let number = path.as_ref().and_then(|path| path.iter().find(|(name, _)| *name == "number"));
        let number = number.and_then(|(_, text)| text.parse().ok());
        number.map(Number).ok_or_else(|| ApiError::not_found("there is no such number"))
    }
}

/// Changes a room as one of its members, and shows it.
fn act(
    app: &App,
    code: &Code,
    token: Option<&str>,
    action: impl FnOnce(&mut Room, Member) -> Result<(), ApiError>,
) -> RoomResponse {
    let (room, _) = entered(app, code, token)?;
    change(app, &room, |room| {
        let member = room.expect_member(token)?.clone();
        action(room, member)
    })?;
    room.shown(token).map(Json)
}

/// Changes a room as its owner, and shows it.
fn own(
    app: &App,
    code: &Code,
    token: Option<&str>,
    action: impl FnOnce(&mut Room) -> Result<(), ApiError>,
) -> RoomResponse {
    let (room, _) = entered(app, code, token)?;
    change(app, &room, |room| {
        room.expect_owner(token)?;
        action(room)
    })?;
    room.shown(token).map(Json)
}

fn joined(room: &RoomHandle, member: Member, site: &Site) -> Result<MemberToken, ApiError> {
    let shown = room.shown(Some(&member.token))?;
    Ok(MemberToken {
        kind: MemberTokenType::Tag,
        member: member.number,
        token: member.token,
        link: site.link(&format!("/r/{}", room.code)),
        room: shown,
    })
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewRoom {
    /// The name of the room.
    name: String,
    /// The name of its owner.
    owner: String,
}

/// Opens a room: answers with the token of its owner.
#[utoipa::path(post, path = "/api/rooms", tag = "rooms", request_body = NewRoom,
    responses((status = 201, body = MemberToken), (status = "default", body = ErrorBody)))]
pub(crate) async fn open(
    State(app): State<App>,
    client: Client,
    site: Site,
    Body(asked): Body<NewRoom>,
) -> Result<Response, ApiError> {
    app.new_rooms.count(&client)?;
    let room = app.rooms.open(Room::new(new_code(), &asked.name, &asked.owner)?)?;
    let owner = room.lock().members[0].clone();
    let location = format!("/api/rooms/{}", room.code);
    let token = joined(&room, owner, &site)?;
    Ok((StatusCode::CREATED, [(header::LOCATION, location)], Json(token)).into_response())
}

/// A room, as the token of the request sees it.
#[utoipa::path(get, path = "/api/rooms/{code}", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn room(State(app): State<App>, code: Code, Token(token): Token) -> RoomResponse {
    found(&app, &code, token.as_deref())?.shown(token.as_deref()).map(Json)
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoomChanges {
    /// Whether new members are admitted.
    open: bool,
}

/// The owner closes the room to new members, or opens it again.
#[utoipa::path(patch, path = "/api/rooms/{code}", tag = "rooms", request_body = RoomChanges,
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn patch(
    State(app): State<App>,
    code: Code,
    Token(token): Token,
    Body(changes): Body<RoomChanges>,
) -> RoomResponse {
    own(&app, &code, token.as_deref(), |room| {
        room.is_open = changes.open;
        Ok(())
    })
}

/// The link of a room as a QR code.
#[utoipa::path(get, path = "/api/rooms/{code}/qr", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, description = "the picture", content_type = "image/svg+xml"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn qr(
    State(app): State<App>,
    code: Code,
    site: Site,
) -> Result<Response, ApiError> {
    let room = found(&app, &code, None)?;
    let link = site.link(&format!("/r/{}", room.code));
    let kind = HeaderValue::from_static("image/svg+xml");
    Ok(([(header::CONTENT_TYPE, kind)], picture(&link)?).into_response())
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewMember {
    name: String,
    /// `person` or `bot`.
    kind: Option<SeatKind>,
}

/// Joins a room: answers with the token of the member, once.
#[utoipa::path(post, path = "/api/rooms/{code}/members", tag = "rooms", request_body = NewMember,
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 201, body = MemberToken), (status = "default", body = ErrorBody)))]
pub(crate) async fn join(
    State(app): State<App>,
    client: Client,
    code: Code,
    site: Site,
    Body(asked): Body<NewMember>,
) -> Result<Response, ApiError> {
    app.new_games.count(&client)?;
    let room = found(&app, &code, None)?;
    let kind = asked.kind.unwrap_or_default();
    let member = change(&app, &room, |room| room.add_member(&asked.name, kind))?;
    Ok((StatusCode::CREATED, Json(joined(&room, member, &site)?)).into_response())
}

/// A member leaves, or the owner removes it: its games are resigned, those to come forfeited. Removing
/// somebody closes the room to new members.
#[utoipa::path(delete, path = "/api/rooms/{code}/members/{number}", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room"),
        ("number" = usize, Path, description = "the number of the member")), responses(
    (status = 204, description = "the member has left"), (status = "default", body = ErrorBody)))]
pub(crate) async fn leave(
    State(app): State<App>,
    code: Code,
    Number(number): Number,
    Token(token): Token,
) -> Result<StatusCode, ApiError> {
    let (room, _) = entered(&app, &code, token.as_deref())?;
    let (token, games) = change(&app, &room, |room| {
        let asks = room.expect_member(token.as_deref())?.clone();
        if !asks.is_owner() && asks.number != number {
            return Err(ApiError::not_owner("only the owner of the room can do this"));
        }
        if room.member(number)?.is_owner() {
            return Err(ApiError::conflict("the owner cannot leave"));
        }
        // There are no accounts: only a closed door keeps out whoever was removed.
        room.is_open &= asks.number == number;
        let token = room.member(number)?.token.clone();
        room.members[number - 1].has_left = true;
        room.challenges.retain(|one| one.from != number && one.to != Some(number));
        let running = room.games.iter().filter(|game| game.outcome.is_none());
        let own = running.filter(|game| game.players.contains(&number));
        Ok((token, own.filter_map(|game| game.seats.clone()).collect::<Vec<_>>()))
    })?;
    for game in games {
        // A game that has just ended needs no resignation.
        let _ = Player::find(&app, &game, &token).and_then(|player| player.resign());
    }
    Ok(StatusCode::NO_CONTENT)
}

/// A new challenge; every field is optional.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewChallenge {
    /// The number of a member; by default anybody may accept. A program accepts at once.
    to: Option<usize>,
    /// The colour of whoever challenges: `black`, `white`, or `lot`.
    color: Option<ColorChoice>,
    #[serde(flatten)]
    terms: AskedTerms,
}

/// Challenges another member, or anybody.
#[utoipa::path(post, path = "/api/rooms/{code}/challenges", tag = "rooms",
    request_body = NewChallenge,
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn challenge(
    State(app): State<App>,
    code: Code,
    Token(token): Token,
    Body(asked): Body<NewChallenge>,
) -> RoomResponse {
    let terms = asked.terms.with_clock(USUAL_CLOCK).checked(["", ""])?;
    act(&app, &code, token.as_deref(), |room, member| {
        if let Some(to) = asked.to
            && (room.has_left(to) || to == member.number)
        {
            return Err(ApiError::not_found("there is no such member to challenge"));
        }
        if room.challenges.len() >= limits::ROOM_LISTS {
            return Err(ApiError::conflict("the room has too many challenges"));
        }
        room.challenged += 1;
        let challenge = Challenge {
            number: room.challenged,
            from: member.number,
            to: asked.to,
            color: asked.color.unwrap_or(ColorChoice::Lot).color(),
            terms,
        };
        room.challenges.push(challenge.clone());
        let opponent = asked.to.map(|to| room.member(to).cloned()).transpose()?;
        match opponent {
            Some(bot) if bot.kind == SeatKind::Bot => {
                play::accept(&app, room, &challenge, bot.number)
            }
            _ => Ok(()),
        }
    })
}

/// The challenge with this number.
fn challenge_of(room: &Room, number: usize) -> Result<Challenge, ApiError> {
    let found = room.challenges.iter().find(|challenge| challenge.number == number);
    found.cloned().ok_or_else(|| ApiError::not_found("there is no such challenge"))
}

/// Accepts a challenge: the game begins.
#[utoipa::path(post, path = "/api/rooms/{code}/challenges/{number}/accept", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room"),
        ("number" = usize, Path, description = "the number of the challenge")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn accept(
    State(app): State<App>,
    code: Code,
    Number(number): Number,
    Token(token): Token,
    Body(EmptyBody {}): Body<EmptyBody>,
) -> RoomResponse {
    act(&app, &code, token.as_deref(), |room, member| {
        let challenge = challenge_of(room, number)?;
        let is_for_others = challenge.to.is_some_and(|to| to != member.number);
        if challenge.from == member.number || is_for_others {
            return Err(ApiError::conflict("this challenge is not for you"));
        }
        play::accept(&app, room, &challenge, member.number)
    })
}

/// Withdraws a challenge, or declines one's own.
#[utoipa::path(delete, path = "/api/rooms/{code}/challenges/{number}", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room"),
        ("number" = usize, Path, description = "the number of the challenge")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn decline(
    State(app): State<App>,
    code: Code,
    Number(number): Number,
    Token(token): Token,
) -> RoomResponse {
    act(&app, &code, token.as_deref(), |room, member| {
        let challenge = challenge_of(room, number)?;
        let is_own = [Some(challenge.from), challenge.to].contains(&Some(member.number));
        if !is_own && !member.is_owner() {
            return Err(ApiError::conflict("this challenge is not for you"));
        }
        room.challenges.retain(|one| one.number != number);
        Ok(())
    })
}

/// A new tournament; every field is optional.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewTournament {
    /// `swiss` or `round-robin`.
    format: Option<Pairings>,
    /// Rounds of a Swiss; by default enough to find the winner, and two more.
    rounds: Option<usize>,
    /// Games of each pairing; by default 1.
    games: Option<usize>,
    /// The numbers of the members who play, best first; by default all but the owner.
    members: Option<Vec<usize>>,
    /// Only persons, or only bots, of all.
    only: Option<SeatKind>,
    /// Random moves that begin a game, the same for all games of a round and two games in a row.
    random_plies: Option<usize>,
    /// The seed of those moves.
    seed: Option<u64>,
    #[serde(flatten)]
    terms: AskedTerms,
}

/// The owner draws a tournament: its first games begin.
#[utoipa::path(post, path = "/api/rooms/{code}/tournaments", tag = "rooms",
    request_body = NewTournament,
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn begin_tournament(
    State(app): State<App>,
    code: Code,
    Token(token): Token,
    Body(asked): Body<NewTournament>,
) -> RoomResponse {
    own(&app, &code, token.as_deref(), |room| {
        let tournament = asked.checked(room)?;
        room.tournaments.push(tournament);
        tournament::advance(&app, room)
    })
}

impl NewTournament {
    fn checked(self, room: &Room) -> Result<Tournament, ApiError> {
        let terms = self.terms.with_clock(USUAL_CLOCK).checked(["", ""])?;
        let players = match self.members {
            Some(members) => members,
            None => {
                let plays = |member: &&Member| {
                    !member.is_owner()
                        && !member.has_left
                        && self.only.is_none_or(|kind| member.kind == kind)
                };
                room.members.iter().filter(plays).map(|member| member.number).collect()
            }
        };
        let mut unique = players.clone();
        unique.sort_unstable();
        unique.dedup();
        if unique.len() != players.len() || players.iter().any(|&player| room.has_left(player)) {
            return Err(ApiError::bad_request("expected members of the room, each once"));
        }
        if players.len() < 2 {
            return Err(ApiError::conflict("a tournament has two players or more"));
        }
        let (count, games) = (players.len(), self.games.unwrap_or(1));
        let format = self.format.unwrap_or_default();
        let rounds = match (format, self.rounds, Format::swiss(count)) {
            (Pairings::Swiss, Some(rounds), _) => rounds,
            (Pairings::Swiss, None, Format::Swiss { rounds }) => rounds,
            (Pairings::RoundRobin, Some(_), _) => {
                return Err(ApiError::bad_request("a round robin has as many rounds as it needs"));
            }
            _ => count - 1 + count % 2,
        };
        let plies = self.random_plies.unwrap_or(0);
        let in_all = match format {
            Pairings::Swiss => Format::Swiss { rounds }.games(count, games),
            Pairings::RoundRobin => Format::RoundRobin.games(count, games),
        };
        let refused = match () {
            () if format == Pairings::Swiss && !(1..=ROUNDS).contains(&rounds) => {
                Some(format!("a Swiss has 1 to {ROUNDS} rounds"))
            }
            () if !(1..=GAMES).contains(&games) => {
                Some(format!("a pairing has 1 to {GAMES} games"))
            }
            () if plies > RANDOM_PLIES || (plies > 0 && terms.handicap > 0) => Some(format!(
                "a game begins with at most {RANDOM_PLIES} random moves, and without a handicap"
            )),
            () if room.games.len() + in_all > limits::ROOM_GAMES => {
                Some(format!("a room has at most {} games", limits::ROOM_GAMES))
            }
            () if room.tournaments.len() >= limits::ROOM_LISTS => {
                Some("the room has too many tournaments".to_owned())
            }
            () => None,
        };
        if let Some(why) = refused {
            return Err(ApiError::bad_request(why));
        }
        Ok(Tournament {
            number: room.tournaments.len() + 1,
            format,
            state: TournamentState::Running,
            rounds,
            games,
            terms,
            random_plies: plies,
            seed: self.seed.unwrap_or_else(new_seed),
            players,
            drawn: Vec::new(),
        })
    }
}

/// The owner stops a tournament: no further game begins.
#[utoipa::path(post, path = "/api/rooms/{code}/tournaments/{number}/stop", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room"),
        ("number" = usize, Path, description = "the number of the tournament")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn stop_tournament(
    State(app): State<App>,
    code: Code,
    Number(number): Number,
    Token(token): Token,
    Body(EmptyBody {}): Body<EmptyBody>,
) -> RoomResponse {
    own(&app, &code, token.as_deref(), |room| {
        let tournament = number.checked_sub(1).and_then(|at| room.tournaments.get_mut(at));
        let tournament =
            tournament.ok_or_else(|| ApiError::not_found("there is no such tournament"))?;
        if tournament.state == TournamentState::Running {
            tournament.state = TournamentState::Stopped;
        }
        Ok(())
    })
}

/// The query of a download.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct GamesQuery {
    /// A format of the catalogue.
    format: String,
    /// The number of a tournament; by default all games of the room.
    tournament: Option<usize>,
}

/// All finished games as one file.
#[utoipa::path(get, path = "/api/rooms/{code}/games", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room"), GamesQuery), responses(
    (status = 200, description = "the file"), (status = "default", body = ErrorBody)))]
pub(crate) async fn games(
    State(app): State<App>,
    code: Code,
    Params(query): Params<GamesQuery>,
) -> Result<Response, ApiError> {
    let room = found(&app, &code, None)?.lock().clone();
    let format = format_of(&query.format)?;
    let mut records: Vec<Record> = Vec::new();
    for game in room.games.iter().filter(|game| game.outcome.is_some()) {
        let place = game.place;
        if query.tournament.is_some() && query.tournament != place.map(|place| place.tournament) {
            continue;
        }
        let Some(seats) = &game.seats else { continue };
        let Some(seated) = app.seats.find(seats)? else { continue };
        let Some(session) = seated.seating().session(&app)? else { continue };
        let mut record = session.lock().session.record();
        record.event = match place {
            Some(place) => format!("{}, {}.{}", room.name, place.tournament, place.round + 1),
            None => room.name.clone(),
        };
        records.push(record);
    }
    Ok(attachment(file(format, records.iter())?, format.extensions()[0]))
}

/// The owner shows a position or a game on everybody's screen, or another move of that game.
#[utoipa::path(post, path = "/api/rooms/{code}/board", tag = "rooms", request_body = NewBoard,
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn show_board(
    State(app): State<App>,
    code: Code,
    Token(token): Token,
    Body(asked): Body<NewBoard>,
) -> RoomResponse {
    own(&app, &code, token.as_deref(), |room| room.show(asked))
}

/// The owner clears the board.
#[utoipa::path(delete, path = "/api/rooms/{code}/board", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn clear_board(
    State(app): State<App>,
    code: Code,
    Token(token): Token,
) -> RoomResponse {
    own(&app, &code, token.as_deref(), |room| {
        room.board = None;
        Ok(())
    })
}

/// The owner asks a question.
#[utoipa::path(post, path = "/api/rooms/{code}/questions", tag = "rooms",
    request_body = NewQuestion,
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn ask(
    State(app): State<App>,
    code: Code,
    Token(token): Token,
    Body(asked): Body<NewQuestion>,
) -> RoomResponse {
    own(&app, &code, token.as_deref(), |room| room.ask(asked))
}

/// The owner closes a question, or shows its answers.
#[utoipa::path(patch, path = "/api/rooms/{code}/questions/{number}", tag = "rooms",
    request_body = QuestionChanges,
    params(("code" = String, Path, description = "the code of the room"),
        ("number" = usize, Path, description = "the number of the question")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn change_question(
    State(app): State<App>,
    code: Code,
    Number(number): Number,
    Token(token): Token,
    Body(changes): Body<QuestionChanges>,
) -> RoomResponse {
    own(&app, &code, token.as_deref(), |room| room.change_question(number, &changes))
}

/// An answer to a question.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAnswer {
    /// A move, one of the choices, or a text.
    answer: String,
}

/// A member answers a question; until it is closed, the answer can be changed.
#[utoipa::path(post, path = "/api/rooms/{code}/questions/{number}/answers", tag = "rooms",
    request_body = NewAnswer,
    params(("code" = String, Path, description = "the code of the room"),
        ("number" = usize, Path, description = "the number of the question")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn answer(
    State(app): State<App>,
    code: Code,
    Number(number): Number,
    Token(token): Token,
    Body(asked): Body<NewAnswer>,
) -> RoomResponse {
    act(&app, &code, token.as_deref(), |room, member| {
        room.answer(number, member.number, asked.answer)
    })
}

/// A new set of exercises: positions, or how to make them.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSet {
    title: String,
    positions: Option<Vec<String>>,
    /// How many exercises to make, where no positions are given.
    count: Option<usize>,
    empties: Option<u32>,
    /// The least difficulty, from 1 to 5.
    stars: Option<u8>,
    /// `best` or `win`.
    goal: Option<ExerciseGoal>,
    /// The same seed makes the same exercises.
    seed: Option<u64>,
}

/// The owner hands out a set of exercises.
#[utoipa::path(post, path = "/api/rooms/{code}/sets", tag = "rooms", request_body = NewSet,
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, body = wire::Room), (status = "default", body = ErrorBody)))]
pub(crate) async fn hand_out(
    State(app): State<App>,
    client: Client,
    code: Code,
    Token(token): Token,
    Body(asked): Body<NewSet>,
) -> RoomResponse {
    let (room, _) = entered(&app, &code, token.as_deref())?;
    room.lock().expect_owner(token.as_deref())?;
    let account = account_in(&app, &client, &room);
    let title = asked.title.clone();
    let positions = match (&asked.positions, asked.count) {
        (Some(positions), None) => checked_positions(positions)?,
        (None, Some(count)) => asked.make(&app, &account, count).await?,
        _ => return Err(ApiError::bad_request("expected one of positions and count")),
    };
    own(&app, &code, token.as_deref(), |room| room.hand_out(title, positions))
}

impl NewSet {
    async fn make(
        &self,
        app: &App,
        account: &Account,
        count: usize,
    ) -> Result<Vec<String>, ApiError> {
        if !(1..=limits::SET_EXERCISES).contains(&count) {
            let most = limits::SET_EXERCISES;
            return Err(ApiError::bad_request(format!("a set has 1 to {most} exercises")));
        }
        let seed = self.seed.unwrap_or_else(new_seed);
        let request = |number: u64| {
            let Self { empties, stars, goal, .. } = *self;
            let seed = Some(seed.wrapping_add(number));
            ExerciseQuery { empties, stars, seed, goal }.read(new_seed)
        };
        let requests: Vec<_> = (0..count as u64).map(request).collect::<Result<_, _>>()?;
        run_job(app, account, move |stop| {
            let make = |request: &othellier_service::exercises::ExerciseRequest| {
                Ok(request.generate(stop)?.position.text)
            };
            requests.iter().map(make).collect()
        })
        .await
    }
}

/// An answer to an exercise of a set.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewSetAnswer {
    /// The number of the exercise, from 1.
    exercise: usize,
    #[serde(rename = "move")]
    played: String,
}

/// A member answers an exercise: the first answer counts.
#[utoipa::path(post, path = "/api/rooms/{code}/sets/{number}/answers", tag = "rooms",
    request_body = NewSetAnswer,
    params(("code" = String, Path, description = "the code of the room"),
        ("number" = usize, Path, description = "the number of the set")), responses(
    (status = 200, body = Grade), (status = "default", body = ErrorBody)))]
pub(crate) async fn answer_exercise(
    State(app): State<App>,
    client: Client,
    code: Code,
    Number(number): Number,
    Token(token): Token,
    Body(asked): Body<NewSetAnswer>,
) -> Result<Json<Grade>, ApiError> {
    let (room, Member { number: member, .. }) = entered(&app, &code, token.as_deref())?;
    let position = room.lock().exercise(number, asked.exercise, member)?;
    let request = ExerciseAnswer { position, played: asked.played }.read()?;
    let account = account_in(&app, &client, &room);
    let grade = run_job(&app, &account, move |stop| Ok(request.grade(stop)?)).await?;
    change(&app, &room, |room| room.enter_grade(number, asked.exercise, member, &grade))?;
    Ok(Json(grade))
}
