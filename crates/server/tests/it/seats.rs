//! Two people on two devices: invitations, seats, asks and answers, spectators, forged tokens.

use std::time::Duration;

use crate::common::{Browser, Events, server, server_with};
use axum::http::StatusCode;
use othellier_server::Config;
use serde_json::{Value, json};

struct Person {
    browser: Browser,
    token: String,
    game: String,
}

impl Person {
    fn new(browser: &Browser, seat: &Value) -> Person {
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        let (token, game) = (text(&seat["token"]), text(&seat["seats"]["id"]));
        Person { browser: browser.clone(), token, game }
    }

    fn path(&self, action: &str) -> String {
        format!("/api/seats/{}{action}", self.game)
    }

    async fn post(&self, action: &str, body: Value) -> (StatusCode, Value) {
        self.browser.with_token(&self.token, "POST", &self.path(action), body).await
    }

    async fn ok(&self, action: &str, body: Value) -> Value {
        let (status, answer) = self.post(action, body).await;
        assert!(status.is_success(), "{action}: {status} {answer}");
        answer
    }

    async fn play(&self, played: &str, ply: usize) -> Value {
        self.ok("/moves", json!({"move": played, "ply": ply})).await
    }

    async fn refused(&self, action: &str, body: Value) -> String {
        let (status, answer) = self.post(action, body).await;
        assert!(status.is_client_error(), "{action}: {status} {answer}");
        answer["error"]["code"].as_str().unwrap().to_owned()
    }

    async fn see(&self) -> Value {
        let seen = self.browser.with_token(&self.token, "GET", &self.path(""), Value::Null).await;
        assert_eq!(seen.0, StatusCode::OK);
        seen.1
    }

    async fn stream(&self) -> Events {
        self.browser.stream_with_token(&self.token, &self.path("/events")).await
    }
}

/// Two people at a game on these terms; the host has Black.
async fn two(browser: &Browser, terms: Value) -> [Person; 2] {
    let mut asked = json!({"name": "Ada", "color": "black"});
    asked.as_object_mut().unwrap().extend(terms.as_object().unwrap().clone());
    let host = browser.ok("POST", "/api/invitations", asked).await;
    let path = format!("/api/invitations/{}/join", host["invitation"]["code"].as_str().unwrap());
    let other = browser.other('B');
    let guest = other.ok("POST", &path, json!({"name": "Ben"})).await;
    [Person::new(browser, &host), Person::new(&other, &guest)]
}

#[tokio::test]
async fn an_invitation_gives_two_seats_and_each_plays_its_own_colour() {
    let browser = server();
    let asked = json!({"name": "Ada", "color": "white", "clock": "5m+2s", "size": 6});
    let host = browser.ok("POST", "/api/invitations", asked).await;
    assert_eq!((&host["type"], &host["seats"]["state"]), (&json!("seat"), &json!("open")));
    assert_eq!(
        (&host["seats"]["role"], &host["seats"]["color"]),
        (&json!("player"), &json!("white"))
    );
    let invitation = host["invitation"].clone();
    let code = invitation["code"].as_str().unwrap();
    assert_eq!(invitation["link"], format!("http://127.0.0.1:8088/i/{code}"));
    assert_eq!(invitation["local"], true);
    let host = Person::new(&browser, &host);
    // Whoever has the code sees what is proposed, as typed by hand.
    let typed = code.replace('-', "").to_lowercase();
    let other = browser.other('B');
    let seen = other.ok("GET", &format!("/api/invitations/{typed}"), Value::Null).await;
    assert_eq!(seen, invitation);
    assert_eq!((&seen["host"], &seen["color"]), (&json!("Ada"), &json!("black")));
    assert_eq!(seen["terms"], json!({"size": 6, "clock": "5m+2s", "handicap": 0}));
    assert!(!seen.to_string().contains(&host.token));
    let (_, picture) = other.file(&format!("/api/invitations/{code}/qr")).await;
    assert!(picture.contains("<svg"), "{picture}");
    assert_eq!(host.refused("/moves", json!({"move": "e4", "ply": 0})).await, "conflict");

    let mut watched = host.stream().await;
    assert_eq!(watched.next().await.unwrap()["state"], "open");
    let join = format!("/api/invitations/{code}/join");
    let guest = other.ok("POST", &join, json!({"name": "Ben"})).await;
    let guest = Person::new(&other, &guest);
    let begun = loop {
        let event = watched.next().await.unwrap();
        if event["state"] != "open" {
            break event;
        }
    };
    assert_eq!((&begun["type"], &begun["state"]), (&json!("seats"), &json!("playing")));
    assert_eq!(begun["seats"]["black"]["name"], "Ben");
    assert_eq!(begun["seats"]["white"]["present"], true);
    assert_eq!(begun["seats"]["black"]["present"], false);
    assert_eq!(begun["game"]["players"]["white"]["name"], "Ada");
    assert_eq!((&begun["game"]["id"], &begun["game"]["may_play"]), (&Value::Null, &json!(false)));

    // The seat is taken once.
    let late = other.post(&format!("/api/invitations/{code}/join"), json!({})).await;
    assert_eq!(
        (late.0, &late.1["error"]["message"]),
        (StatusCode::CONFLICT, &json!("the seat is taken"))
    );
    let seen = other.ok("GET", &format!("/api/invitations/{code}"), Value::Null).await;
    assert_eq!(seen["state"], "playing");

    // Each plays its own colour, at its turn, once.
    assert_eq!(host.refused("/moves", json!({"move": "e4", "ply": 0})).await, "conflict");
    assert_eq!(guest.refused("/moves", json!({"move": "a1", "ply": 0})).await, "illegal_move");
    assert_eq!(guest.refused("/moves", json!({"move": "e4"})).await, "bad_request");
    let seats = guest.play("e4", 0).await;
    assert_eq!((&seats["game"]["ply"], &seats["color"]), (&json!(1), &json!("black")));
    assert_eq!(guest.refused("/moves", json!({"move": "e4", "ply": 0})).await, "conflict");
    assert_eq!(guest.refused("/moves", json!({"move": "e5", "ply": 1})).await, "conflict");
    let reply = seats["game"]["position"]["moves"][0]["move"].as_str().unwrap().to_owned();
    assert_eq!(host.play(&reply, 1).await["game"]["ply"], 2);
    let after = loop {
        let event = watched.next().await.unwrap();
        if event["game"]["ply"] == 2 {
            break event;
        }
    };
    assert_eq!(after["color"], "white");
}

#[tokio::test]
async fn colours_by_lot_are_drawn_when_the_guest_comes() {
    let browser = server();
    let mut drawn = std::collections::HashSet::new();
    for _ in 0..40 {
        let host = browser.ok("POST", "/api/invitations", json!({"color": "lot"})).await;
        assert_eq!(host["seats"]["color"], Value::Null);
        assert_eq!(host["invitation"]["color"], Value::Null);
        let code = host["invitation"]["code"].as_str().unwrap();
        let path = format!("/api/invitations/{code}/join");
        // Limits are per client.
        let guest = browser.other('B').ok("POST", &path, json!({})).await;
        let host = Person::new(&browser, &host).see().await;
        assert_ne!(host["color"], guest["seats"]["color"]);
        drawn.insert(host["color"].as_str().unwrap().to_owned());
    }
    assert_eq!(drawn.len(), 2);
}

#[tokio::test]
async fn a_handicap_gives_black_corners_and_white_begins() {
    let browser = server();
    let [ada, ben] = two(&browser, json!({"handicap": 2, "size": 8})).await;
    let game = ada.see().await["game"].clone();
    assert_eq!(game["position"]["turn"], "white");
    let board = game["position"]["board"].as_str().unwrap();
    assert_eq!((&board[0..1], &board[7..8], &board[63..64]), ("X", "-", "X"));
    let played = game["position"]["moves"][0]["move"].as_str().unwrap().to_owned();
    ben.play(&played, 0).await;
    // The rematch keeps the colours: the handicap is the weaker player's.
    ben.ok("/resign", json!({})).await;
    ben.ok("/ask", json!({"ask": "rematch"})).await;
    let next = ada.ok("/answer", json!({"ask": "rematch", "accept": true})).await;
    let next = Person { game: next["rematch"].as_str().unwrap().to_owned(), ..ada };
    assert_eq!(next.see().await["color"], "black");
    for wrong in
        [json!({"handicap": 5}), json!({"size": 7}), json!({"clock": "soon"}), json!({"sise": 8})]
    {
        let (status, answer) = browser.post("/api/invitations", wrong.clone()).await;
        assert_eq!(
            (status, &answer["error"]["code"]),
            (StatusCode::BAD_REQUEST, &json!("bad_request")),
            "{wrong}"
        );
    }
}

#[tokio::test]
async fn take_back_is_asked_and_answered() {
    let browser = server();
    let [ada, ben] = two(&browser, json!({"clock": "5m"})).await;
    let take_back = json!({"ask": "take_back"});
    assert_eq!(ada.refused("/ask", take_back.clone()).await, "conflict");
    ada.play("f5", 0).await;
    ben.play("d6", 1).await;
    let asked = ada.ok("/ask", take_back.clone()).await;
    assert_eq!(asked["asks"], json!([{"from": "black", "ask": "take_back"}]));
    // Nobody answers for the other, and asking twice is asking once.
    let yes = json!({"ask": "take_back", "accept": true});
    assert_eq!(ada.refused("/answer", yes.clone()).await, "conflict");
    assert_eq!(ada.ok("/ask", take_back.clone()).await["asks"].as_array().unwrap().len(), 1);
    assert_eq!(ben.refused("/ask", take_back.clone()).await, "conflict");
    let no = ben.ok("/answer", json!({"ask": "take_back", "accept": false})).await;
    assert_eq!((&no["asks"], &no["game"]["ply"]), (&json!([]), &json!(2)));
    assert_eq!(ben.refused("/answer", yes.clone()).await, "conflict");
    // A move makes the request void.
    ben.ok("/ask", take_back.clone()).await;
    let moved = ada.play("c3", 2).await;
    assert_eq!(moved["asks"], json!([]));
    assert_eq!(ada.refused("/answer", yes.clone()).await, "conflict");
    // Granted: the player's move and the reply to it.
    ben.ok("/ask", take_back.clone()).await;
    let back = ada.ok("/answer", yes).await;
    assert_eq!((&back["game"]["ply"], &back["game"]["length"]), (&json!(1), &json!(1)));
    assert_eq!((&back["game"]["position"]["turn"], &back["asks"]), (&json!("white"), &json!([])));
    assert_eq!(back["game"]["clocks"]["running"], "white");
    assert_eq!(ben.play("f4", 1).await["game"]["ply"], 2);
}

#[tokio::test]
async fn games_are_resigned_aborted_and_played_again() {
    let browser = server();
    let [ada, ben] = two(&browser, json!({})).await;
    let rematch = json!({"ask": "rematch"});
    assert_eq!(ada.refused("/ask", rematch.clone()).await, "conflict");
    ada.play("f5", 0).await;
    ben.play("d6", 1).await;
    assert_eq!(ada.refused("/abort", json!({})).await, "conflict");
    let over = ada.ok("/resign", json!({})).await;
    assert_eq!(
        (&over["state"], &over["game"]["outcome"]["winner"]),
        (&json!("over"), &json!("white"))
    );
    assert_eq!(ben.refused("/resign", json!({})).await, "conflict");
    assert_eq!(ada.refused("/moves", json!({"move": "c3", "ply": 2})).await, "conflict");
    // Both ask: the colours are exchanged, the tokens stay.
    ada.ok("/ask", rematch.clone()).await;
    let next = ben.ok("/ask", rematch.clone()).await;
    assert_eq!(next["asks"], json!([]));
    assert_eq!(ada.refused("/ask", rematch).await, "conflict");
    let id = next["rematch"].as_str().unwrap();
    let [ada, ben] = [ada, ben].map(|person| Person { game: id.to_owned(), ..person });
    assert_eq!(
        (&ada.see().await["color"], &ben.see().await["color"]),
        (&json!("white"), &json!("black"))
    );
    let aborted = ada.ok("/abort", json!({})).await;
    assert_eq!((&aborted["state"], &aborted["game"]), (&json!("aborted"), &Value::Null));
    assert_eq!(ben.refused("/moves", json!({"move": "f5", "ply": 0})).await, "conflict");
    assert_eq!(ben.see().await["state"], "aborted");
    // An invitation can be withdrawn by whoever made it.
    let host = browser.ok("POST", "/api/invitations", json!({})).await;
    let path = format!("/api/invitations/{}", host["invitation"]["code"].as_str().unwrap());
    let refused = browser.with_token(&ada.token, "DELETE", &path, json!({})).await;
    assert_eq!(refused.1["error"]["code"], "no_seat");
    let token = host["token"].as_str().unwrap();
    let gone = browser.with_token(token, "DELETE", &path, json!({})).await;
    assert_eq!(gone.0, StatusCode::NO_CONTENT);
    assert_eq!(browser.post(&format!("{path}/join"), json!({})).await.0, StatusCode::CONFLICT);
}

#[tokio::test]
async fn forged_and_foreign_tokens_are_refused_and_spectators_know_that_they_are() {
    let browser = server();
    let [ada, ben] = two(&browser, json!({})).await;
    let [eve, _] = two(&browser, json!({})).await;
    let path = ada.path("");
    let mut keys = vec![eve.token.clone(), "A".repeat(22), ada.game.clone()];
    let game = ada.see().await["game"].clone();
    keys.push(game["view"].as_str().unwrap().to_owned());
    keys.extend(["".to_owned(), "x".to_owned(), "../../etc/passwd00000000".to_owned()]);
    for key in &keys {
        for (action, body) in [
            ("/moves", json!({"move": "f5", "ply": 0})),
            ("/ask", json!({"ask": "take_back"})),
            ("/answer", json!({"ask": "take_back", "accept": true})),
            ("/resign", json!({})),
            ("/abort", json!({})),
            ("/claim", json!({})),
        ] {
            let path = format!("{path}{action}");
            let (status, answer) = browser.with_token(key, "POST", &path, body.clone()).await;
            assert_eq!(
                (status, &answer["error"]["code"]),
                (StatusCode::FORBIDDEN, &json!("no_seat")),
                "{key} {action}"
            );
            let (status, _) = browser.post(&path, body).await;
            assert_eq!(status, StatusCode::FORBIDDEN, "without a token: {action}");
        }
        let seen = browser.with_token(key, "GET", &path, Value::Null).await.1;
        assert_eq!((&seen["role"], &seen["color"]), (&json!("spectator"), &Value::Null), "{key}");
    }
    // No answer has a token, and the game cannot be changed by any id that is shown.
    let seen = browser.ok("GET", &path, Value::Null).await;
    for secret in [&ada.token, &ben.token] {
        assert!(!seen.to_string().contains(secret.as_str()));
        let (status, _) = browser.get(&format!("/api/games/{secret}")).await;
        assert_eq!(status, StatusCode::NOT_FOUND);
    }
    for id in [game["view"].as_str().unwrap(), &ada.game] {
        for action in ["undo", "restart", "swap", "resign"] {
            let (status, _) = browser.post(&format!("/api/games/{id}/{action}"), json!({})).await;
            assert!(status.is_client_error(), "{id} {action}");
        }
    }
    assert_eq!(ada.play("f5", 0).await["game"]["ply"], 1);
    // A spectator's stream is not the presence of a player.
    let mut watched = browser.other('C').stream(&format!("{path}/events")).await;
    let seen = watched.next().await.unwrap();
    assert_eq!(
        (&seen["role"], &seen["seats"]["black"]["present"]),
        (&json!("spectator"), &json!(false))
    );
}

#[tokio::test]
async fn disconnects_are_shown_and_the_clock_runs_on() {
    let browser = server();
    let [ada, ben] = two(&browser, json!({"clock": "1s", "size": 4})).await;
    let mut watched = ada.stream().await;
    let there = ben.stream().await;
    while watched.next().await.unwrap()["seats"]["white"]["present"] != true {}
    drop(there);
    let away = loop {
        let event = watched.next().await.unwrap();
        if event["seats"]["white"]["present"] == false {
            break event;
        }
    };
    assert!(away["seats"]["white"]["away_ms"].is_u64());
    let first = away["game"]["position"]["moves"][0]["move"].as_str().unwrap();
    let moved = ada.play(first, 0).await;
    assert_eq!(moved["claim_ms"], Value::Null, "a clock decides");
    assert_eq!(ada.refused("/claim", json!({})).await, "conflict");
    let over = loop {
        let event = watched.next().await.unwrap();
        if event["state"] == "over" {
            break event;
        }
    };
    let outcome = &over["game"]["outcome"];
    assert_eq!((&outcome["winner"], &outcome["code"]), (&json!("black"), &json!("out_of_time")));
}

#[tokio::test(start_paused = true)]
async fn without_a_clock_a_game_of_an_absent_player_is_claimed() {
    let browser = server();
    let [ada, ben] = two(&browser, json!({})).await;
    let there = ada.stream().await;
    let asked = ben.see().await;
    assert_eq!(asked["claim_ms"], Value::Null, "Black is there");
    ada.play("f5", 0).await;
    drop(there);
    tokio::time::advance(Duration::from_secs(60)).await;
    let waiting = ada.see().await["claim_ms"].as_u64().unwrap();
    assert!((1..=60_000).contains(&waiting), "{waiting}");
    assert_eq!(ada.refused("/claim", json!({})).await, "conflict");
    tokio::time::advance(Duration::from_secs(61)).await;
    assert_eq!(ben.refused("/claim", json!({})).await, "conflict");
    let over = ada.ok("/claim", json!({})).await;
    assert_eq!(over["fault"], json!({"color": "white", "fault": "absent", "move": null}));
    assert_eq!(
        (&over["state"], &over["game"]["outcome"]["winner"]),
        (&json!("over"), &json!("black"))
    );
}

/// A server is dropped without being closed after every acknowledged request, as if it were killed.
#[tokio::test]
async fn nothing_acknowledged_is_lost() {
    let folder = tempfile::tempdir().unwrap();
    let start = || {
        server_with(Config {
            data: Some(folder.path().to_owned()),
            threads: Some(1),
            ..Config::default()
        })
    };
    let host =
        start().ok("POST", "/api/invitations", json!({"name": "Ada", "color": "black"})).await;
    let path = format!("/api/invitations/{}/join", host["invitation"]["code"].as_str().unwrap());
    let guest = start().ok("POST", &path, json!({"name": "Ben"})).await;
    let again = |person: &Person| Person {
        browser: start(),
        token: person.token.clone(),
        game: person.game.clone(),
    };
    let [ada, ben] = [Person::new(&start(), &host), Person::new(&start(), &guest)];
    again(&ada).play("f5", 0).await;
    again(&ben).play("d6", 1).await;
    again(&ada).ok("/ask", json!({"ask": "take_back"})).await;
    let asked = again(&ben).see().await;
    assert_eq!(asked["asks"], json!([{"from": "black", "ask": "take_back"}]));
    let back = again(&ben).ok("/answer", json!({"ask": "take_back", "accept": true})).await;
    assert_eq!(back["game"]["ply"], 0);
    assert_eq!(again(&ada).see().await["game"]["ply"], 0);
    again(&ben).ok("/resign", json!({})).await;
    again(&ben).ok("/ask", json!({"ask": "rematch"})).await;
    let next = again(&ada).ok("/answer", json!({"ask": "rematch", "accept": true})).await;
    let seen = again(&ben).see().await;
    assert_eq!((&seen["state"], &seen["rematch"]), (&json!("over"), &next["rematch"]));
    let next = Person { game: next["rematch"].as_str().unwrap().to_owned(), ..again(&ben) };
    next.play("f5", 0).await;
    let seen = again(&next).see().await;
    assert_eq!((&seen["color"], &seen["game"]["ply"]), (&json!("black"), &json!(1)));
    let late = start().post(&path, json!({})).await;
    assert_eq!(late.0, StatusCode::CONFLICT, "the seat was taken before");
}
