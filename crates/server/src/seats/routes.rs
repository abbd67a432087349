//! The requests of invitations and seats.

use axum::Json;
use axum::extract::{FromRequestParts, State};
use axum::http::StatusCode;
use axum::http::request::Parts;
use axum::response::Response;
use othellier_wire::{
    AskKind, Invitation, InvitationType, SeatToken, SeatTokenType, Seats, Side, Terms,
};
use serde::Deserialize;
use utoipa::ToSchema;

use super::actions::{self, Player};
use super::codes::{Code, new_code};
use super::qr::picture;
use super::seating::Holder;
use super::token::Token;
use super::{SeatedGame, Seating};
use crate::App;
use crate::client::Client;
use crate::error::{ApiError, ErrorBody};
use crate::extract::{Body, EmptyBody, Id};
use crate::routes::{actions, created};
use crate::site::Site;
use crate::store::now;

/// A new invitation; every field is optional.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewInvitation {
    /// The name of whoever invites.
    name: Option<String>,
    /// The colour of whoever invites: `black`, `white`, or `lot`.
    color: Option<ColorChoice>,
    #[serde(flatten)]
    terms: AskedTerms,
}

/// The terms of a game that is proposed; every field is optional.
#[derive(Clone, Debug, Default, Deserialize, ToSchema)]
pub(crate) struct AskedTerms {
    /// Board size: 4, 6, 8 or 10.
    size: Option<u8>,
    /// Such as `5m+2s`; by default there is no clock.
    clock: Option<String>,
    /// Corners for Black, from 0 to 4; then White begins.
    handicap: Option<u8>,
}

/// A colour, or the lot.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub(crate) enum ColorChoice {
    Black,
    White,
    Lot,
}

impl ColorChoice {
    /// The colour; none: by lot.
    pub(crate) fn color(self) -> Option<Side> {
        match self {
            ColorChoice::Black => Some(Side::Black),
            ColorChoice::White => Some(Side::White),
            ColorChoice::Lot => None,
        }
    }
}

impl AskedTerms {
    /// The terms with this clock, if none is asked for.
    pub(crate) fn with_clock(mut self, clock: &str) -> AskedTerms {
        self.clock.get_or_insert_with(|| clock.to_owned());
        self
    }

    /// The terms, if there can be such a game.
    pub(crate) fn checked(self, names: [&str; 2]) -> Result<Terms, ApiError> {
        let size = self.size.unwrap_or(8);
        let handicap = self.handicap.unwrap_or(0);
        let mut terms = Terms { size, clock: self.clock, handicap };
        let game = actions::new_game(&terms, names)?;
        // As the game writes it.
        terms.clock = game.session.settings().clocks[0].map(|clock| clock.to_string());
        Ok(terms)
    }
}

/// Invites somebody to a game: answers with the seat of whoever invites.
#[utoipa::path(post, path = "/api/invitations", tag = "seats", request_body = NewInvitation,
    responses((status = 201, body = SeatToken), (status = "default", body = ErrorBody)))]
pub(crate) async fn invite(
    State(app): State<App>,
    client: Client,
    site: Site,
    Body(asked): Body<NewInvitation>,
) -> Result<Response, ApiError> {
    app.new_games.count(&client)?;
    let name = asked.name.unwrap_or_default();
    let terms = asked.terms.checked([&name, ""])?;
    let host = Holder::person(name);
    let token = host.token.clone();
    let color = asked.color.unwrap_or(ColorChoice::Lot).color();
    let seating = Seating::open(new_code(), host, color, terms);
    let game = app.seats.open(Seating { invited: Some(now()), ..seating })?;
    let invitation = Some(invitation_of(&app, &game, &site)?);
    let seats = game.shown(&app, Some(&token))?;
    let seat = SeatToken { kind: SeatTokenType::Tag, token, seats, invitation };
    Ok(created(format!("/api/seats/{}", game.id), seat))
}

fn invitation_of(app: &App, game: &SeatedGame, site: &Site) -> Result<Invitation, ApiError> {
    let (seating, shown) = (game.seating(), game.shown(app, None)?);
    let code = seating.code.clone().unwrap_or_default();
    let expires_ms = seating.open_for(now()).map(|left| left.as_millis() as u64);
    Ok(Invitation {
        kind: InvitationType::Tag,
        link: site.link(&format!("/i/{code}")),
        local: site.is_local(),
        code,
        seats: game.id.clone(),
        color: seating.color(super::Place::Guest).map(Side::from),
        host: seating.host.name,
        terms: seating.terms,
        state: shown.state,
        expires_ms,
    })
}

fn invited(app: &App, code: &Code) -> Result<std::sync::Arc<SeatedGame>, ApiError> {
    code.look(app, None, "invitation", |code| app.seats.find(code))
}

#[utoipa::path(get, path = "/api/invitations/{code}", tag = "seats",
    params(("code" = String, Path, description = "the code of the invitation")), responses(
    (status = 200, body = Invitation), (status = "default", body = ErrorBody)))]
pub(crate) async fn invitation(
    State(app): State<App>,
    code: Code,
    site: Site,
) -> Result<Json<Invitation>, ApiError> {
    invitation_of(&app, &*invited(&app, &code)?, &site).map(Json)
}

/// Withdraws an invitation that nobody has accepted.
#[utoipa::path(delete, path = "/api/invitations/{code}", tag = "seats",
    params(("code" = String, Path, description = "the code of the invitation")), responses(
    (status = 204, description = "withdrawn"), (status = "default", body = ErrorBody)))]
pub(crate) async fn withdraw(
    State(app): State<App>,
    code: Code,
    Token(token): Token,
) -> Result<StatusCode, ApiError> {
    let game = invited(&app, &code)?;
    let player = Player::of(&app, &code.client, game, token.as_deref())?;
    player.withdraw()?;
    Ok(StatusCode::NO_CONTENT)
}

/// The name of whoever accepts.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct Guest {
    name: Option<String>,
}

/// Accepts an invitation: answers with the seat, once.
#[utoipa::path(post, path = "/api/invitations/{code}/join", tag = "seats", request_body = Guest,
    params(("code" = String, Path, description = "the code of the invitation")), responses(
    (status = 200, body = SeatToken), (status = "default", body = ErrorBody)))]
pub(crate) async fn join(
    State(app): State<App>,
    client: Client,
    code: Code,
    Body(guest): Body<Guest>,
) -> Result<Json<SeatToken>, ApiError> {
    app.new_games.count(&client)?;
    let game = invited(&app, &code)?;
    let token = actions::join(&app, &game, guest.name.unwrap_or_default())?;
    let seats = game.shown(&app, Some(&token))?;
    Ok(Json(SeatToken { kind: SeatTokenType::Tag, token, seats, invitation: None }))
}

/// The link of an invitation as a QR code.
#[utoipa::path(get, path = "/api/invitations/{code}/qr", tag = "seats",
    params(("code" = String, Path, description = "the code of the invitation")), responses(
    (status = 200, description = "the picture", content_type = "image/svg+xml"),
    (status = "default", body = ErrorBody)))]
pub(crate) async fn qr(
    State(app): State<App>,
    code: Code,
    site: Site,
) -> Result<Response, ApiError> {
    picture(&invitation_of(&app, &*invited(&app, &code)?, &site)?.link)
}

/// Who sends a request about a game: its id, and perhaps the token of a player.
pub(crate) struct Caller {
    pub(super) app: App,
    pub(super) client: Client,
    pub(super) token: Option<String>,
    pub(super) id: String,
}

impl FromRequestParts<App> for Caller {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, app: &App) -> Result<Caller, ApiError> {
        let client = Client::from_request_parts(parts, app).await?;
        let Token(token) = Token::from_request_parts(parts, app).await?;
        let Id(id) = Id::from_request_parts(parts, app).await?;
        Ok(Caller { app: app.clone(), client, token, id })
    }
}

impl Caller {
    /// Does an action of a player, and answers with the game after it.
    fn act(
        &self,
        action: impl FnOnce(&Player<'_>) -> Result<(), ApiError>,
    ) -> Result<Json<Seats>, ApiError> {
        let game = actions::find(&self.app, &self.id)?;
        let player = Player::of(&self.app, &self.client, game, self.token.as_deref())?;
        action(&player)?;
        player.shown().map(Json)
    }
}

/// A move of the player's colour.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct SeatMove {
    #[serde(rename = "move")]
    played: String,
    /// The number of moves before it: a move that was sent twice is played once.
    ply: usize,
}

/// A request to the opponent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct NewAsk {
    /// `take_back` or `rematch`.
    ask: AskKind,
}

/// An answer to the opponent.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(crate) struct AskAnswer {
    ask: AskKind,
    accept: bool,
}

actions! { "seats", "id" "the id of the game" -> Seats;
    /// A game with two seats, as the token of the request sees it.
    get "/api/seats/{id}";
    fn seats(caller: Caller) {
        let Caller { app, client, token, id } = &caller;
        let game = actions::find(app, id)?;
        let place = actions::viewer(app, client, &game, token.as_deref())?;
        game.shown_at(app, place).map(Json)
    }

    /// Plays a move of the player's colour.
    post "/api/seats/{id}/moves", body SeatMove;
    fn play(caller: Caller, Body(asked): Body<SeatMove>) {
        caller.act(|player| player.play(&asked.played, asked.ply))
    }

    /// Asks the opponent for something.
    post "/api/seats/{id}/ask", body NewAsk;
    fn ask(caller: Caller, Body(asked): Body<NewAsk>) {
        caller.act(|player| player.ask(asked.ask))
    }

    post "/api/seats/{id}/answer", body AskAnswer;
    fn answer(caller: Caller, Body(asked): Body<AskAnswer>) {
        caller.act(|player| player.answer(asked.ask, asked.accept))
    }

    post "/api/seats/{id}/resign";
    fn resign(caller: Caller, _: Body<EmptyBody>) {
        caller.act(|player| player.resign())
    }

    /// Breaks a game off before both have moved.
    post "/api/seats/{id}/abort";
    fn abort(caller: Caller, _: Body<EmptyBody>) {
        caller.act(|player| player.abort())
    }

    /// Wins a game without a clock whose player to move has been away for two minutes.
    post "/api/seats/{id}/claim";
    fn claim(caller: Caller, _: Body<EmptyBody>) {
        caller.act(|player| player.claim())
    }
}
