//! The requests of rooms.

use axum::Json;
use axum::extract::State;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use othellier_record::Record;
use othellier_service::exercises::ExerciseAnswer;
use othellier_service::export::{file, format_of};
use othellier_wire as wire;
use othellier_wire::{Grade, MemberToken, MemberTokenType, SeatKind, TournamentState};
use serde::Deserialize;
use utoipa::{IntoParams, ToSchema};

use super::account::account_in;
use super::class::{NewBoard, NewQuestion, NewSet, NewSetAnswer, QuestionChanges};
use super::play::{self, USUAL_CLOCK};
use super::room::Challenge;
use super::tournament::{self, NewTournament};
use super::{Caller, Member, Room, RoomHandle, change};
use crate::client::Client;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, EmptyBody, Number, Params};
use crate::games::export::attachment;
use crate::jobs::run_job;
use crate::routes::{actions, created};
use crate::seats::routes::{AskedTerms, ColorChoice};
use crate::seats::{Player, new_code, picture};
use crate::site::Site;
use crate::{App, limits};

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
    Ok(created(format!("/api/rooms/{}", room.code), joined(&room, owner, &site)?))
}

/// The link of a room as a QR code.
#[utoipa::path(get, path = "/api/rooms/{code}/qr", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room")), responses(
    (status = 200, description = "the picture", content_type = "image/svg+xml"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn qr(caller: Caller, site: Site) -> Result<Response, ApiError> {
    picture(&site.link(&format!("/r/{}", caller.visited()?.code)))
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
    caller: Caller,
    site: Site,
    Body(asked): Body<NewMember>,
) -> Result<Response, ApiError> {
    caller.app.new_games.count(&caller.code.client)?;
    let room = caller.visited()?;
    let kind = asked.kind.unwrap_or_default();
    let member = change(&caller.app, &room, |room| room.add_member(&asked.name, kind))?;
    Ok((StatusCode::CREATED, Json(joined(&room, member, &site)?)).into_response())
}

/// A member leaves, or the owner removes it: its games are resigned, those to come forfeited. Removing
/// somebody closes the room to new members.
#[utoipa::path(delete, path = "/api/rooms/{code}/members/{number}", tag = "rooms",
    params(("code" = String, Path, description = "the code of the room"),
        ("number" = usize, Path, description = "the number of the member")), responses(
    (status = 204, description = "the member has left"), (status = "default", body = ErrorBody)))]
pub(crate) async fn leave(caller: Caller, Number(number): Number) -> Result<StatusCode, ApiError> {
    let (room, _) = caller.entered()?;
    let (token, games) = change(&caller.app, &room, |room| {
        let asks = room.expect_member(caller.token())?.clone();
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
        let _ = Player::find(&caller.app, &game, &token).and_then(|player| player.resign());
    }
    Ok(StatusCode::NO_CONTENT)
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
    caller: Caller,
    Params(query): Params<GamesQuery>,
) -> Result<Response, ApiError> {
    let room = caller.visited()?.lock().clone();
    let format = format_of(&query.format)?;
    let mut records: Vec<Record> = Vec::new();
    for game in room.games.iter().filter(|game| game.outcome.is_some()) {
        let place = game.place;
        if query.tournament.is_some() && query.tournament != place.map(|place| place.tournament) {
            continue;
        }
        let Some(seats) = &game.seats else { continue };
        let Some(seated) = caller.app.seats.find(seats)? else { continue };
        let Some(session) = seated.seating().session(&caller.app)? else { continue };
        let mut record = session.lock().session.record();
        record.event = match place {
            Some(place) => format!("{}, {}.{}", room.name, place.tournament, place.round + 1),
            None => room.name.clone(),
        };
        records.push(record);
    }
    Ok(attachment(file(format, records.iter())?, format.extensions()[0]))
}

#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct RoomChanges {
    /// Whether new members are admitted.
    open: bool,
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

/// The challenge with this number.
fn challenge_of(room: &Room, number: usize) -> Result<Challenge, ApiError> {
    let found = room.challenges.iter().find(|challenge| challenge.number == number);
    found.cloned().ok_or_else(|| ApiError::not_found("there is no such challenge"))
}

/// An answer to a question.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAnswer {
    /// A move, one of the choices, or a text.
    answer: String,
}

actions! { "rooms", "code" "the code of the room" -> wire::Room;
    /// A room, as the token of the request sees it.
    get "/api/rooms/{code}";
    fn room(caller: Caller) {
        caller.room()?.shown(caller.token()).map(Json)
    }

    /// The owner closes the room to new members, or opens it again.
    patch "/api/rooms/{code}", body RoomChanges;
    fn patch(caller: Caller, Body(changes): Body<RoomChanges>) {
        caller.own(|room| {
            room.is_open = changes.open;
            Ok(())
        })
    }

    /// Challenges another member, or anybody.
    post "/api/rooms/{code}/challenges", body NewChallenge;
    fn challenge(caller: Caller, Body(asked): Body<NewChallenge>) {
        let terms = asked.terms.with_clock(USUAL_CLOCK).checked(["", ""])?;
        caller.act(|room, member| {
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
                    play::accept(&caller.app, room, &challenge, bot.number)
                }
                _ => Ok(()),
            }
        })
    }

    /// Accepts a challenge: the game begins.
    post "/api/rooms/{code}/challenges/{number}/accept", number "the number of the challenge";
    fn accept(caller: Caller, Number(number): Number, _: Body<EmptyBody>) {
        caller.act(|room, member| {
            let challenge = challenge_of(room, number)?;
            let is_for_others = challenge.to.is_some_and(|to| to != member.number);
            if challenge.from == member.number || is_for_others {
                return Err(ApiError::conflict("this challenge is not for you"));
            }
            play::accept(&caller.app, room, &challenge, member.number)
        })
    }

    /// Withdraws a challenge, or declines a received one.
    delete "/api/rooms/{code}/challenges/{number}", number "the number of the challenge";
    fn decline(caller: Caller, Number(number): Number) {
        caller.act(|room, member| {
            let challenge = challenge_of(room, number)?;
            let is_own = [Some(challenge.from), challenge.to].contains(&Some(member.number));
            if !is_own && !member.is_owner() {
                return Err(ApiError::conflict("this challenge is not for you"));
            }
            room.challenges.retain(|one| one.number != number);
            Ok(())
        })
    }

    /// The owner draws a tournament: its first games begin.
    post "/api/rooms/{code}/tournaments", body NewTournament;
    fn begin_tournament(caller: Caller, Body(asked): Body<NewTournament>) {
        caller.own(|room| {
            let tournament = asked.checked(room)?;
            room.tournaments.push(tournament);
            tournament::advance(&caller.app, room)
        })
    }

    /// The owner stops a tournament: no further game begins.
    post "/api/rooms/{code}/tournaments/{number}/stop", number "the number of the tournament";
    fn stop_tournament(caller: Caller, Number(number): Number, _: Body<EmptyBody>) {
        caller.own(|room| {
            let tournament = number.checked_sub(1).and_then(|at| room.tournaments.get_mut(at));
            let tournament =
                tournament.ok_or_else(|| ApiError::not_found("there is no such tournament"))?;
            if tournament.state == TournamentState::Running {
                tournament.state = TournamentState::Stopped;
            }
            Ok(())
        })
    }

    /// The owner shows a position or a game on everybody's screen, or another move of that game.
    post "/api/rooms/{code}/board", body NewBoard;
    fn show_board(caller: Caller, Body(asked): Body<NewBoard>) {
        caller.own(|room| room.show(asked))
    }

    /// The owner clears the board.
    delete "/api/rooms/{code}/board";
    fn clear_board(caller: Caller) {
        caller.own(|room| {
            room.board = None;
            Ok(())
        })
    }

    /// The owner asks a question.
    post "/api/rooms/{code}/questions", body NewQuestion;
    fn ask(caller: Caller, Body(asked): Body<NewQuestion>) {
        caller.own(|room| room.ask(asked))
    }

    /// The owner closes a question, or shows its answers.
    patch "/api/rooms/{code}/questions/{number}",
        number "the number of the question", body QuestionChanges;
    fn change_question(
        caller: Caller, Number(number): Number, Body(changes): Body<QuestionChanges>
    ) {
        caller.own(|room| room.change_question(number, &changes))
    }

    /// A member answers a question; until it is closed, the answer can be changed.
    post "/api/rooms/{code}/questions/{number}/answers",
        number "the number of the question", body NewAnswer;
    fn answer(caller: Caller, Number(number): Number, Body(asked): Body<NewAnswer>) {
        caller.act(|room, member| room.answer(number, member.number, asked.answer))
    }

    /// The owner hands out a set of exercises.
    post "/api/rooms/{code}/sets", body NewSet;
    fn hand_out(caller: Caller, Body(asked): Body<NewSet>) {
        let (room, _) = caller.entered()?;
        room.lock().expect_owner(caller.token())?;
        let account = account_in(&caller.app, &caller.code.client, &room);
        let positions = asked.positions(&caller.app, &account).await?;
        caller.own(|room| room.hand_out(asked.title, positions))
    }
}

/// A member answers an exercise: the first answer counts.
#[utoipa::path(post, path = "/api/rooms/{code}/sets/{number}/answers", tag = "rooms",
    request_body = NewSetAnswer,
    params(("code" = String, Path, description = "the code of the room"),
        ("number" = usize, Path, description = "the number of the set")), responses(
    (status = 200, body = Grade), (status = "default", body = ErrorBody)))]
pub(crate) async fn answer_exercise(
    caller: Caller,
    Number(number): Number,
    Body(asked): Body<NewSetAnswer>,
) -> Result<Json<Grade>, ApiError> {
    let (room, Member { number: member, .. }) = caller.entered()?;
    let position = room.lock().exercise(number, asked.exercise, member)?;
    let request = ExerciseAnswer { position, played: asked.played }.read()?;
    let account = account_in(&caller.app, &caller.code.client, &room);
    let grade = run_job(&caller.app, &account, move |stop| Ok(request.grade(stop)?)).await?;
    change(&caller.app, &room, |room| room.enter_grade(number, asked.exercise, member, &grade))?;
    Ok(Json(grade))
}
