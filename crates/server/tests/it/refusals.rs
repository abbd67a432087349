//! Requests that are refused: malformed, too large, forged, foreign.

use crate::common::{read, server, server_with};
use axum::body::Body;
use axum::http::{StatusCode, header};
use othellier_server::Config;
use serde_json::{Value, json};

#[tokio::test]
async fn malformed_bodies_are_refused() {
    let browser = server();
    for (body, code) in [
        ("{", "bad_request"),
        ("[]", "bad_request"),
        ("null", "bad_request"),
        ("{\"size\": \"eight\"}", "bad_request"),
        ("{\"size\": 7}", "bad_request"),
        ("{\"sise\": 8}", "bad_request"),
        ("{\"clock\": \"soon\"}", "bad_request"),
        ("{\"clock\": \"0s\"}", "bad_request"),
        ("{\"pace_ms\": 99999999}", "bad_request"),
        ("{\"position\": \"nonsense\"}", "bad_position"),
        ("{\"position\": \"startpos\", \"text\": \"f5\"}", "bad_request"),
        ("{\"players\": {\"black\": \"nobody\", \"white\": \"human\"}}", "bad_player"),
        ("{\"players\": {\"black\": \"gtp(cmd=ls)\", \"white\": \"human\"}}", "not_allowed"),
        ("{\"names\": {\"black\": \"a\\nb\", \"white\": \"\"}}", "bad_request"),
        ("{\"from\": {\"id\": \"AAAAAAAAAAAAAAAAAAAAAA\"}}", "not_found"),
        ("\u{feff}{}", "bad_request"),
    ] {
        let request =
            browser.request("POST", "/api/games").header("content-type", "application/json");
        let (status, answer) =
            read(browser.send(request.body(Body::from(body)).unwrap()).await).await;
        assert!(status.is_client_error(), "{body}");
        assert_eq!(answer["error"]["code"], code, "{body}: {answer}");
        assert!(answer["error"]["message"].as_str().is_some_and(|text| !text.is_empty()));
    }
    let request = browser.request("POST", "/api/games").header("content-type", "text/plain");
    let answer = read(browser.send(request.body(Body::from("{}")).unwrap()).await).await;
    assert_eq!(answer.0, StatusCode::UNSUPPORTED_MEDIA_TYPE);
    let deep = "[".repeat(100_000);
    let request = browser.request("POST", "/api/games").header("content-type", "application/json");
    let answer = read(browser.send(request.body(Body::from(deep)).unwrap()).await).await;
    assert_eq!(answer.0, StatusCode::BAD_REQUEST);
}

#[tokio::test]
async fn oversized_bodies_are_refused() {
    let browser = server();
    let large = vec![b' '; 20 << 20];
    for path in ["/api/games", "/api/imports", "/api/positions", "/api/matches"] {
        let request = browser.request("POST", path).header("content-type", "application/json");
        let answer = browser.send(request.body(Body::from(large.clone())).unwrap()).await;
        assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE, "{path}");
        // Without a `Content-Length` header.
        let chunks = (0..20).map(|_| Ok::<_, std::io::Error>(vec![b' '; 1 << 20]));
        let body = Body::from_stream(futures_util::stream::iter(chunks));
        let request = browser.request("POST", path).header("content-type", "application/json");
        let answer = browser.send(request.body(body).unwrap()).await;
        assert_eq!(answer.status(), StatusCode::PAYLOAD_TOO_LARGE, "{path}");
    }
}

#[tokio::test]
async fn unknown_paths_and_ids_are_not_found() {
    let browser = server();
    for path in [
        "/api/nothing",
        "/api/games/",
        "/api/games/x",
        "/api/games/AAAAAAAAAAAAAAAAAAAAAA",
        "/api/games/AAAAAAAAAAAAAAAAAAAAAA/events",
        "/api/games/%00%ff",
        "/api/games/..%2f..%2fetc%2fpasswd",
        "/api/matches/AAAAAAAAAAAAAAAAAAAAAA",
        "/../Cargo.toml",
        "/%2e%2e/Cargo.toml",
        "/..%2fpackage.json",
        "/package.json",
        "/g/short",
        "/index.php",
        "/index.html/",
        "//etc/passwd",
    ] {
        let (status, answer) = browser.get(path).await;
        assert_eq!(status, StatusCode::NOT_FOUND, "{path}");
        assert_eq!(answer["error"]["code"], "not_found", "{path}");
    }
    let (status, _) = browser.post("/api/catalogue", json!({})).await;
    assert_eq!(status, StatusCode::METHOD_NOT_ALLOWED);
    for query in
        ["", "?position=startpos&sise=8", "?position=startpos&size=5", "?position=startpos&size=x"]
    {
        let (status, answer) = browser.get(&format!("/api/positions{query}")).await;
        assert_eq!(
            (status, &answer["error"]["code"]),
            (StatusCode::BAD_REQUEST, &json!("bad_request")),
            "{query}"
        );
    }
}

#[tokio::test]
async fn foreign_hosts_and_origins_are_refused() {
    let browser = server_with(Config {
        threads: Some(1),
        names: vec!["board.example".parse().unwrap()],
        ..Config::default()
    });
    let ask = |headers: &'static [(&'static str, &'static str)]| {
        let browser = browser.clone();
        async move {
            let mut request = axum::http::Request::builder().uri("/api/catalogue");
            for (name, value) in headers {
                request = request.header(*name, *value);
            }
            browser.send(request.body(Body::empty()).unwrap()).await.status()
        }
    };
    for fine in [
        &[("host", "localhost:8088")][..],
        &[("host", "192.168.0.7"), ("origin", "http://192.168.0.7")],
        &[("host", "board.example"), ("origin", "https://board.example")],
        &[("host", "[::1]:80"), ("sec-fetch-site", "same-origin")],
        &[("host", "[::1]:80"), ("sec-fetch-site", "none")],
    ] {
        assert_eq!(ask(fine).await, StatusCode::OK, "{fine:?}");
    }
    for foreign in [
        &[][..],
        &[("host", "evil.example")],
        &[("host", "localhost.evil.example")],
        &[("host", "localhost"), ("origin", "http://evil.example")],
        &[("host", "localhost:80"), ("origin", "http://localhost:81")],
        &[("host", "localhost"), ("origin", "null")],
        &[("host", "localhost"), ("sec-fetch-site", "cross-site")],
        &[("host", "localhost"), ("sec-fetch-site", "same-site")],
        &[("host", "localhost"), ("sec-fetch-site", "cross-site"), ("sec-fetch-mode", "navigate")],
    ] {
        assert_eq!(ask(foreign).await, StatusCode::FORBIDDEN, "{foreign:?}");
    }
}

#[tokio::test]
async fn every_response_has_security_headers() {
    let browser = server();
    for path in ["/", "/api/catalogue", "/api/nothing", "/health", "/openapi.json"] {
        let answer = browser.send(browser.request("GET", path).body(Body::empty()).unwrap()).await;
        let policy = answer.headers()[header::CONTENT_SECURITY_POLICY].to_str().unwrap();
        assert!(policy.contains("script-src 'self'") && !policy.contains("unsafe"), "{path}");
        assert_eq!(answer.headers()[header::X_CONTENT_TYPE_OPTIONS], "nosniff", "{path}");
        assert_eq!(answer.headers()[header::REFERRER_POLICY], "no-referrer", "{path}");
    }
    // A browser without a cookie gets one that no script can read.
    let request = axum::http::Request::builder().uri("/").header("host", "localhost");
    let answer = browser.send(request.body(Body::empty()).unwrap()).await;
    let cookie = answer.headers()[header::SET_COOKIE].to_str().unwrap();
    assert!(cookie.contains("HttpOnly") && cookie.contains("SameSite=Strict"), "{cookie}");
}

#[tokio::test]
async fn the_page_is_embedded_and_cached_by_etag() {
    let browser = server();
    let ask = |path: &'static str, tag: Option<String>| {
        let browser = browser.clone();
        async move {
            let mut request = browser.request("GET", path);
            if let Some(tag) = tag {
                request = request.header("if-none-match", tag);
            }
            browser.send(request.body(Body::empty()).unwrap()).await
        }
    };
    let first = ask("/", None).await;
    assert_eq!(first.status(), StatusCode::OK);
    assert_eq!(first.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
    let tag = first.headers()[header::ETAG].to_str().unwrap().to_owned();
    let again = ask("/index.html", Some(tag.clone())).await;
    assert_eq!(again.status(), StatusCode::NOT_MODIFIED);
    let link = ask("/g/AAAAAAAAAAAAAAAAAAAAAA", None).await;
    assert_eq!(link.headers()[header::ETAG].to_str().unwrap(), tag);
}

#[tokio::test]
async fn what_a_visitor_loads_is_compressed_and_kept_for_ever() {
    let browser = server();
    let ask = |path: String, name: &'static str, value: &'static str| {
        let browser = browser.clone();
        async move {
            let request = browser.request("GET", &path).header(name, value);
            browser.send(request.body(Body::empty()).unwrap()).await
        }
    };
    let app = othellier_page::paths().find(|path| path.ends_with("/main.js")).unwrap();
    let answer = ask(format!("/{app}"), "accept-encoding", "br, gzip;q=0.9").await;
    assert_eq!(answer.headers()[header::CONTENT_ENCODING], "br");
    assert_eq!(answer.headers()[header::VARY], "Accept-Encoding");
    assert!(answer.headers()[header::CACHE_CONTROL].to_str().unwrap().contains("immutable"));
    let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    assert_eq!(bytes, othellier_page::file(app).unwrap().brotli.unwrap());
    let answer = ask(format!("/{app}"), "accept-encoding", "gzip;q=0.9").await;
    assert_eq!(answer.headers()[header::CONTENT_ENCODING], "gzip");
    let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
    assert_eq!(bytes[..2], [0x1f, 0x8b]);
    let plain = ask(format!("/{app}"), "accept-encoding", "identity").await;
    assert!(!plain.headers().contains_key(header::CONTENT_ENCODING));
    let catalogue = ask("/api/catalogue".to_owned(), "accept-encoding", "gzip").await;
    assert_eq!(catalogue.headers()[header::CONTENT_ENCODING], "gzip");

    // A language that is not in the first file is loaded beside it.
    let french = ask("/".to_owned(), "accept-language", "fr-CH, fr;q=0.9, en;q=0.8").await;
    let link = french.headers()[header::LINK].to_str().unwrap();
    assert_eq!(link, format!("</{}>; rel=modulepreload", othellier_page::texts("fr").unwrap()));
    for language in ["en-GB, fr;q=0.5", "de", "*", "é"] {
        let other = ask("/".to_owned(), "accept-language", language).await;
        assert!(!other.headers().contains_key(header::LINK), "{language}");
    }

    // A link to nowhere shows the page, a program gets JSON.
    let nowhere = ask("/nowhere".to_owned(), "accept", "text/html,*/*").await;
    assert_eq!(nowhere.status(), StatusCode::NOT_FOUND);
    assert_eq!(nowhere.headers()[header::CONTENT_TYPE], "text/html; charset=utf-8");
    let nowhere = ask("/nowhere".to_owned(), "accept", "*/*").await;
    assert_eq!(nowhere.headers()[header::CONTENT_TYPE], "application/json");

    // Only the embedded board may be shown in the frame of another site.
    let policy = |answer: &axum::http::Response<Body>| {
        let headers = answer.headers();
        let policy = headers[header::CONTENT_SECURITY_POLICY].to_str().unwrap().to_owned();
        (policy.contains("frame-ancestors *"), headers.contains_key(header::X_FRAME_OPTIONS))
    };
    let embed = ask("/embed?moves=f5".to_owned(), "accept", "text/html").await;
    assert_eq!((embed.status(), policy(&embed)), (StatusCode::OK, (true, false)));
    let page = ask("/".to_owned(), "accept", "text/html").await;
    assert_eq!(policy(&page), (false, true));
}

#[tokio::test]
async fn a_file_of_games_is_sent_as_bytes() {
    let browser = server();
    let games: String = (0..150).map(|_| "f5d6c3d3\n").collect();
    let ask = |query: &'static str, bytes: Vec<u8>| {
        let browser = browser.clone();
        async move {
            let request = browser.request("POST", &format!("/api/imports/file{query}"));
            let request = request.header("content-type", "application/octet-stream");
            let answer = browser.send(request.body(Body::from(bytes)).unwrap()).await;
            let status = answer.status();
            let bytes = axum::body::to_bytes(answer.into_body(), usize::MAX).await.unwrap();
            (status, serde_json::from_slice::<Value>(&bytes).unwrap())
        }
    };
    let (_, first) = ask("", games.clone().into_bytes()).await;
    assert_eq!((first["games"].as_array().unwrap().len(), &first["more"]), (100, &json!(50)));
    let (_, rest) = ask("?from=100", games.into_bytes()).await;
    assert_eq!((rest["games"].as_array().unwrap().len(), &rest["more"]), (50, &json!(0)));

    // A WTHOR file of one game: a header of 16 bytes, then 68 for the game.
    let mut wthor = vec![20, 1, 2, 3, 1, 0, 0, 0, 0, 0, 0xd1, 0x07, 8, 0, 24, 0];
    wthor.extend([0, 0, 1, 0, 2, 0, 33, 33]);
    wthor.extend([56, 64, 33, 34]);
    wthor.resize(16 + 68, 0);
    let (status, found) = ask("", wthor).await;
    assert_eq!(status, StatusCode::OK, "{found}");
    assert_eq!(
        (&found["format"], &found["games"][0]["moves"]),
        (&json!("wthor"), &json!("f5d6c3d3"))
    );
    let (status, _) = ask("", vec![b' '; 9 << 20]).await;
    assert_eq!(status, StatusCode::PAYLOAD_TOO_LARGE);
}

#[tokio::test]
async fn new_games_are_rate_limited() {
    let browser = server();
    let mut refused = 0;
    for _ in 0..70 {
        let (status, _) = browser.post("/api/games", json!({})).await;
        refused += usize::from(status == StatusCode::TOO_MANY_REQUESTS);
    }
    assert_eq!(refused, 10);
    let (status, _) = browser.other('B').post("/api/games", json!({})).await;
    assert_eq!(status, StatusCode::CREATED);
}

#[tokio::test]
async fn openapi_routes_and_docs_agree() {
    let browser = server();
    let document = browser.ok("GET", "/openapi.json", Value::Null).await;
    let handbook = include_str!("../../../../docs/api.md");
    let paths = document["paths"].as_object().unwrap();
    assert!(paths.len() >= 30, "{}", paths.len());
    for (path, methods) in paths {
        for method in methods.as_object().unwrap().keys() {
            let named = format!("{} {path}", method.to_uppercase());
            assert!(handbook.contains(&named), "docs/api.md does not name {named}");
            // Every documented route exists: whatever the response, it is not "no such path".
            let path = path.replace("{id}", "AAAAAAAAAAAAAAAAAAAAAA");
            let request = browser.request(&method.to_uppercase(), &path);
            let answer = read(browser.send(request.body(Body::empty()).unwrap()).await).await;
            let message = answer.1["error"]["message"].as_str().unwrap_or_default();
            assert!(
                message != "there is no such path" && answer.0 != StatusCode::METHOD_NOT_ALLOWED,
                "{named}"
            );
        }
    }
    // Every route of docs/api.md is in the document.
    for line in handbook.lines().flat_map(|line| line.split('`')) {
        let Some((method, path)) = line.split_once(" /api/") else { continue };
        if !["GET", "POST", "PATCH", "DELETE"].contains(&method) {
            continue;
        }
        let path = path.split(['?', '[', ' ']).next().unwrap();
        let path = format!("/api/{path}");
        let found = paths.get(&path).and_then(|methods| methods.get(method.to_lowercase()));
        assert!(found.is_some(), "{method} {path} is only in docs/api.md");
    }
}

#[tokio::test]
async fn the_manual_is_served() {
    let browser = server();
    let ask = |method: &'static str, path: &'static str| {
        let browser = browser.clone();
        async move { browser.send(browser.request(method, path).body(Body::empty()).unwrap()).await }
    };
    let redirected = ask("GET", "/docs").await;
    assert_eq!(redirected.status(), StatusCode::PERMANENT_REDIRECT);
    assert_eq!(redirected.headers()[header::LOCATION], "/docs/");
    for (path, kind) in [
        ("/docs/", "text/html; charset=utf-8"),
        ("/docs/fr/", "text/html; charset=utf-8"),
        ("/docs/tour.html", "text/html; charset=utf-8"),
        ("/docs/assets/manual.css", "text/css; charset=utf-8"),
        ("/docs/assets/search-fr.js", "text/javascript; charset=utf-8"),
        ("/docs/pictures/play.png", "image/png"),
    ] {
        let answer = ask("GET", path).await;
        assert_eq!(answer.status(), StatusCode::OK, "{path}");
        assert_eq!(answer.headers()[header::CONTENT_TYPE], kind, "{path}");
    }
    for path in ["/docs/nothing.html", "/docs/../games.db", "/docs/%2e%2e/Cargo.toml", "/docsx"] {
        assert_eq!(ask("GET", path).await.status(), StatusCode::NOT_FOUND, "{path}");
    }
    assert_eq!(ask("POST", "/docs/").await.status(), StatusCode::NOT_FOUND);
}

/// The status and code of the answer to a request with these headers.
async fn answer_to(
    browser: &crate::common::Browser,
    path: &str,
    headers: &[(&'static str, &str)],
) -> (StatusCode, String) {
    let mut request = axum::http::Request::builder().uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let response = browser.send(request.body(Body::empty()).unwrap()).await;
    let (status, answer) = read(response).await;
    (status, answer["error"]["code"].as_str().unwrap_or_default().to_owned())
}

#[tokio::test]
async fn odd_hosts_and_absolute_uris_are_refused() {
    let browser = server();
    let host = ("host", "127.0.0.1:8088");
    let refused = (StatusCode::FORBIDDEN, "foreign_host".to_owned());
    for headers in [
        vec![],
        vec![host, ("host", "evil.example")],
        vec![host, host],
        vec![("host", "[::1]evil.example")],
        vec![("host", "127.0.0.1:80:80")],
    ] {
        assert_eq!(answer_to(&browser, "/api/catalogue", &headers).await, refused, "{headers:?}");
    }
    for path in ["http://evil.example/api/catalogue", "http://127.0.0.1:8088/api/catalogue"] {
        assert_eq!(answer_to(&browser, path, &[host]).await, refused, "{path}");
    }
    assert_eq!(answer_to(&browser, "/api/catalogue", &[host]).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_foreign_page_starts_nothing_on_a_private_address() {
    let browser = server();
    let (host, agent) = (("host", "192.168.1.9:8088"), ("user-agent", "Mozilla/5.0 (X11)"));
    let cookie = ("cookie", "client=AAAAAAAAAAAAAAAAAAAAAA");
    let path = "/api/trees?position=d3c3&player=alphabeta(depth=1)";
    // A browser sends no `Sec-Fetch-Site` there, and for another site's page no cookie.
    let refused = (StatusCode::FORBIDDEN, "foreign_origin".to_owned());
    assert_eq!(answer_to(&browser, path, &[host, agent]).await, refused);
    let stolen = "/api/analysis?position=startpos";
    assert_eq!(answer_to(&browser, stolen, &[host, agent]).await, refused);
    for headers in [vec![host], vec![host, agent, cookie]] {
        assert_eq!(answer_to(&browser, path, &headers).await.0, StatusCode::OK, "{headers:?}");
    }
    let marked = [host, agent, ("sec-fetch-site", "same-origin")];
    assert_eq!(answer_to(&browser, path, &marked).await.0, StatusCode::OK);
}

#[tokio::test]
async fn a_site_with_a_password_asks_for_it_everywhere() {
    let password = othellier_server::Password::new("sesame");
    let browser = server_with(Config { threads: Some(1), password, ..Config::default() });
    let host = ("host", "127.0.0.1:8088");
    for path in ["/", "/api/catalogue", "/metrics", "/openapi.json", "/docs/", "/app.js"] {
        let request = axum::http::Request::builder().uri(path).header("host", host.1);
        let response = browser.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::UNAUTHORIZED, "{path}");
        let asks = response.headers()[header::WWW_AUTHENTICATE].to_str().unwrap();
        assert!(asks.starts_with("Basic "), "{asks}");
        assert!(!response.headers().contains_key(header::SET_COOKIE));
    }
    assert_eq!(answer_to(&browser, "/health", &[host]).await.0, StatusCode::OK);
    let right = ("authorization", "Basic YW55b25lOnNlc2FtZQ==");
    assert_eq!(answer_to(&browser, "/api/catalogue", &[host, right]).await.0, StatusCode::OK);
    // A request with the token of a seat has the pass that the password gave.
    let request = axum::http::Request::builder().uri("/").header("host", host.1);
    let response =
        browser.send(request.header(right.0, right.1).body(Body::empty()).unwrap()).await;
    let cookies = response.headers().get_all(header::SET_COOKIE).into_iter();
    let pass =
        cookies.map(|cookie| cookie.to_str().unwrap()).find(|text| text.starts_with("pass="));
    let pass = ("cookie", pass.unwrap().split(';').next().unwrap());
    let seated = [host, pass, ("authorization", "Bearer AAAAAAAAAAAAAAAAAAAAAA")];
    assert_eq!(answer_to(&browser, "/api/catalogue", &seated).await.0, StatusCode::OK);
    let forged = [host, ("cookie", "pass=AAAAAAAAAAAAAAAAAAAAAA")];
    assert_eq!(answer_to(&browser, "/api/catalogue", &forged).await.0, StatusCode::UNAUTHORIZED);
}

#[tokio::test]
async fn proxies_are_believed_if_they_are_named() {
    let proxies = vec!["127.0.0.1".parse().unwrap()];
    let trusting = server_with(Config { threads: Some(1), proxies, ..Config::default() });
    let direct = server();
    let host = ("host", "127.0.0.1:8088");
    let (client, https) = (("x-forwarded-for", "192.0.2.1"), ("x-forwarded-proto", "https"));
    let cookie_of = async |browser: &crate::common::Browser, headers: &[(&str, &str)]| {
        let mut request = axum::http::Request::builder().uri("/");
        for (name, value) in headers {
            request = request.header(*name, *value);
        }
        let response = browser.send(request.body(Body::empty()).unwrap()).await;
        response.headers()[header::SET_COOKIE].to_str().unwrap().to_owned()
    };
    let secure = cookie_of(&trusting, &[host, client, https]).await;
    assert!(secure.ends_with("HttpOnly; SameSite=Strict; Secure"), "{secure}");
    let plain = cookie_of(&direct, &[host, client, https]).await;
    assert!(plain.ends_with("HttpOnly; SameSite=Strict"), "{plain}");
    let forged = [host, client, ("forwarded", "for=6.6.6.6")];
    assert_eq!(answer_to(&trusting, "/api/catalogue", &forged).await.0, StatusCode::BAD_REQUEST);
    let broken = [host, ("x-forwarded-for", "nonsense")];
    assert_eq!(answer_to(&trusting, "/api/catalogue", &broken).await.0, StatusCode::BAD_REQUEST);
    assert_eq!(answer_to(&direct, "/api/catalogue", &forged).await.0, StatusCode::OK);
    // The limits are those of the client, not of the proxy.
    let endless = json!({"a": "champion(level=40)", "b": "champion(level=40)", "games": 200});
    let match_from = async |address: &str| {
        let request = axum::http::Request::builder().method("POST").uri("/api/matches");
        let request = request.header("host", host.1).header("x-forwarded-for", address);
        let request = request.header("content-type", "application/json");
        let body = Body::from(endless.to_string());
        trusting.send(request.body(body).unwrap()).await.status()
    };
    for _ in 0..8 {
        assert_eq!(match_from("192.0.2.7").await, StatusCode::CREATED);
    }
    assert_eq!(match_from("192.0.2.7").await, StatusCode::TOO_MANY_REQUESTS);
    assert_eq!(match_from("192.0.2.8").await, StatusCode::CREATED);
    trusting.app.close();
}

/// Sends a request with these headers and no others of its own.
async fn ask(
    browser: &crate::common::Browser,
    method: &str,
    path: &str,
    headers: &[(&str, &str)],
    body: String,
) -> axum::http::Response<Body> {
    let mut request = axum::http::Request::builder().method(method).uri(path);
    for (name, value) in headers {
        request = request.header(*name, *value);
    }
    let request = request.header("content-type", "application/json");
    browser.send(request.body(Body::from(body)).unwrap()).await
}

#[tokio::test]
async fn links_are_those_of_the_trusted_proxy() {
    let server = |proxies: &[&str]| {
        let proxies = proxies.iter().map(|proxy| proxy.parse().unwrap()).collect();
        let names = vec!["board.example".parse().unwrap()];
        server_with(Config { threads: Some(1), names, proxies, ..Config::default() })
    };
    let links = async |browser: &crate::common::Browser, headers: &[(&str, &str)]| {
        let invited = ask(browser, "POST", "/api/invitations", headers, "{}".to_owned()).await;
        let (status, invited) = read(invited).await;
        if !status.is_success() {
            return [status.to_string(), invited["error"]["code"].as_str().unwrap().to_owned()];
        }
        let room = json!({"name": "Class", "owner": "Ms Noether"}).to_string();
        let (_, room) = read(ask(browser, "POST", "/api/rooms", headers, room).await).await;
        let invitation = &invited["invitation"];
        // The picture is that of the link.
        let code = invitation["code"].as_str().unwrap();
        let path = format!("/api/invitations/{code}/qr");
        let plain = ask(browser, "GET", &path, &headers[..1], String::new()).await;
        let shown = ask(browser, "GET", &path, headers, String::new()).await;
        let bytes = async |response: axum::http::Response<Body>| {
            axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap()
        };
        let (plain, shown) = (bytes(plain).await, bytes(shown).await);
        let is_plain = invitation["link"].as_str().unwrap().starts_with("http://127.0.0.1:8088/");
        assert_eq!(plain == shown, is_plain);
        [&invitation["link"], &room["link"]].map(|link| {
            let (site, _) = link.as_str().unwrap().rsplit_once('/').unwrap();
            site.to_owned()
        })
    };
    let both = |site: &str| [format!("{site}/i"), format!("{site}/r")];
    let (trusting, direct) = (server(&["127.0.0.1"]), server(&[]));
    let host = ("host", "127.0.0.1:8088");
    let client = ("x-forwarded-for", "192.0.2.1");
    let (https, board) =
        (("x-forwarded-proto", "https"), ("x-forwarded-host", "board.example:8443"));
    let plain = both("http://127.0.0.1:8088");
    assert_eq!(links(&trusting, &[host, client]).await, plain);
    assert_eq!(links(&trusting, &[host, client, https]).await, both("https://127.0.0.1:8088"));
    let named = links(&trusting, &[host, client, https, board]).await;
    assert_eq!(named, both("https://board.example:8443"));
    let standard = ("forwarded", "for=192.0.2.1;proto=https;host=board.example");
    assert_eq!(links(&trusting, &[host, standard]).await, both("https://board.example"));
    // Of others nothing is believed, and of a proxy no foreign name.
    assert_eq!(links(&direct, &[host, client, https, board]).await, plain);
    assert_eq!(links(&direct, &[host, standard]).await, plain);
    for foreign in ["evil.example", "board.example@evil.example", "board.example/evil", "[::1"] {
        let refused = links(&trusting, &[host, client, ("x-forwarded-host", foreign)]).await;
        assert_eq!(refused, ["403 Forbidden", "foreign_host"], "{foreign}");
    }
    // A page of the named host may send requests, one of the inner host may not.
    for (origin, is_own) in [("https://board.example:8443", true), ("http://127.0.0.1:8088", false)]
    {
        let headers = [host, client, https, board, ("origin", origin)];
        let answer = ask(&trusting, "POST", "/api/invitations", &headers, "{}".to_owned()).await;
        assert_eq!(answer.status().is_success(), is_own, "{origin}");
    }
}

#[tokio::test]
async fn every_answer_has_an_id() {
    let browser = server();
    let request = browser.request("GET", "/health").body(Body::empty()).unwrap();
    let first = browser.send(request).await.headers()["x-request-id"].clone();
    let request = browser.request("GET", "/nothing").body(Body::empty()).unwrap();
    let second = browser.send(request).await.headers()["x-request-id"].clone();
    assert!(first.len() == 12 && second.len() == 12 && first != second);
}
