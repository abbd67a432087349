//! A client without a socket: requests go straight to the router, and the answers are validated.

mod answers;
#[path = "../../../../wire/tests/it/validator.rs"]
mod validator;

use std::time::Duration;

use axum::Router;
use axum::body::{Body, Bytes, HttpBody};
use axum::http::{Request, Response, StatusCode};
use futures_util::StreamExt;
use othellier_server::{App, Config, app};
use serde_json::Value;
use tower::ServiceExt;

use self::answers::StreamSchema;
pub(crate) use self::answers::check_example;

/// A client with a cookie.
#[derive(Clone)]
pub(crate) struct Browser {
    pub(crate) app: App,
    router: Router,
    cookie: String,
}

/// A server without a data folder.
pub(crate) fn server() -> Browser {
    server_with(Config { threads: Some(1), ..Config::default() })
}

pub(crate) fn server_with(config: Config) -> Browser {
    let state = App::new(config).unwrap();
    let cookie = "client=AAAAAAAAAAAAAAAAAAAAAA".to_owned();
    Browser { router: app(state.clone()), app: state, cookie }
}

impl Browser {
    /// Another client of the same server.
    pub(crate) fn other(&self, letter: char) -> Browser {
        let cookie = format!("client={}", String::from(letter).repeat(22));
        Browser { cookie, ..self.clone() }
    }

    pub(crate) fn request(&self, method: &str, path: &str) -> axum::http::request::Builder {
        let request = Request::builder().method(method).uri(path);
        request.header("host", "127.0.0.1:8088").header("cookie", &self.cookie)
    }

    /// Sends a request; the answer is what `/openapi.json` says, and so is a body that is accepted.
    pub(crate) async fn send(&self, request: Request<Body>) -> Response<Body> {
        let (parts, body) = request.into_parts();
        let (method, path) = (parts.method.clone(), parts.uri.path().to_owned());
        let media = parts.headers.get("content-type").map(|media| media.to_str().unwrap());
        let media = media.unwrap_or_default().to_owned();
        // A slow body is sent as it is.
        let (body, sent) = match body.size_hint().exact() {
            None | Some(0) => (body, Bytes::new()),
            Some(_) => {
                let bytes = axum::body::to_bytes(body, usize::MAX).await.unwrap();
                (Body::from(bytes.clone()), bytes)
            }
        };
        let request = Request::from_parts(parts, body);
        let response = self.router.clone().oneshot(request).await.unwrap();
        if response.status().is_success() && !sent.is_empty() {
            answers::check_request(&method, &path, &media, &sent).await;
        }
        answers::checked(&method, &path, response).await
    }

    pub(crate) async fn get(&self, path: &str) -> (StatusCode, Value) {
        read(self.send(self.request("GET", path).body(Body::empty()).unwrap()).await).await
    }

    pub(crate) async fn post(&self, path: &str, body: Value) -> (StatusCode, Value) {
        self.with_body("POST", path, body).await
    }

    pub(crate) async fn with_body(
        &self,
        method: &str,
        path: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        let request = self.request(method, path).header("content-type", "application/json");
        read(self.send(request.body(Body::from(body.to_string())).unwrap()).await).await
    }

    /// A request with a token.
    pub(crate) async fn with_token(
        &self,
        token: &str,
        method: &str,
        path: &str,
        body: Value,
    ) -> (StatusCode, Value) {
        let request = self.request(method, path).header("content-type", "application/json");
        let request = request.header("authorization", format!("Bearer {token}"));
        let body = if method == "GET" { Body::empty() } else { Body::from(body.to_string()) };
        read(self.send(request.body(body).unwrap()).await).await
    }

    /// A request that must succeed.
    #[track_caller]
    pub(crate) fn ok(&self, method: &str, path: &str, body: Value) -> impl Future<Output = Value> {
        let (browser, method, path) = (self.clone(), method.to_owned(), path.to_owned());
        async move {
            let (status, answer) = match method.as_str() {
                "GET" => browser.get(&path).await,
                method => browser.with_body(method, &path, body).await,
            };
            assert!(status.is_success(), "{path}: {status} {answer}");
            answer
        }
    }

    /// Opens a stream of events.
    pub(crate) async fn stream(&self, path: &str) -> Events {
        self.events(self.request("GET", path), path).await
    }

    /// Opens a stream of events with a token.
    pub(crate) async fn stream_with_token(&self, token: &str, path: &str) -> Events {
        let request = self.request("GET", path);
        self.events(request.header("authorization", format!("Bearer {token}")), path).await
    }

    async fn events(&self, request: axum::http::request::Builder, path: &str) -> Events {
        let response = self.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        Events::new(response)
    }

    /// Opens a stream of JSON lines with a token.
    pub(crate) async fn lines_with_token(&self, token: &str, path: &str) -> Lines {
        let request = self.request("GET", path).header("authorization", format!("Bearer {token}"));
        let response = self.send(request.body(Body::empty()).unwrap()).await;
        assert_eq!(response.status(), StatusCode::OK, "{path}");
        Lines(Events::new(response))
    }

    /// The content of a file.
    pub(crate) async fn file(&self, path: &str) -> (StatusCode, String) {
        let response = self.send(self.request("GET", path).body(Body::empty()).unwrap()).await;
        let status = response.status();
        let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
        (status, String::from_utf8_lossy(&bytes).into_owned())
    }

    /// The value of a metric.
    pub(crate) async fn gauge(&self, name: &str) -> u64 {
        let (_, text) = self.file("/metrics").await;
        let line = text.lines().find(|line| line.starts_with(&format!("othellier_{name} ")));
        line.unwrap().rsplit(' ').next().unwrap().parse().unwrap()
    }

    /// Waits until a metric has a value.
    pub(crate) async fn until(&self, name: &str, value: u64) {
        for _ in 0..3000 {
            if self.gauge(name).await == value {
                return;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("{name} never became {value}");
    }

    /// Waits until a game is in a state.
    pub(crate) async fn game_in(&self, id: &str, state: &str) -> Value {
        for _ in 0..3000 {
            let game = self.ok("GET", &format!("/api/games/{id}"), Value::Null).await;
            if game["state"] == state {
                return game;
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
        panic!("the game was never {state}");
    }
}

pub(crate) async fn read(response: Response<Body>) -> (StatusCode, Value) {
    let status = response.status();
    let bytes = axum::body::to_bytes(response.into_body(), usize::MAX).await.unwrap();
    (status, serde_json::from_slice(&bytes).unwrap_or(Value::Null))
}

pub(crate) struct Events {
    schema: StreamSchema,
    body: futures_util::stream::BoxStream<'static, Result<Bytes, axum::Error>>,
    text: String,
}

impl Events {
    fn new(response: Response<Body>) -> Events {
        let schema = response.extensions().get::<StreamSchema>().cloned().expect("a stream");
        let body = response.into_body().into_data_stream().boxed();
        Events { schema, body, text: String::new() }
    }

    /// The next event; `None` after the last.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.text.find("\n\n") {
                let event: String = self.text.drain(..end + 2).collect();
                if let Some(json) = event.lines().find_map(|line| line.strip_prefix("data: ")) {
                    let value: Value = serde_json::from_str(json).unwrap();
                    let name = event.lines().find_map(|line| line.strip_prefix("event: "));
                    assert_eq!(Some(value["type"].as_str().unwrap()), name);
                    self.schema.check(&value);
                    return Some(value);
                }
                continue;
            }
            let bytes = self.body.next().await?.unwrap();
            self.text += std::str::from_utf8(&bytes).unwrap();
        }
    }

    /// All events up to the end.
    pub(crate) async fn rest(mut self) -> Vec<Value> {
        let mut events = Vec::new();
        while let Some(event) = self.next().await {
            events.push(event);
        }
        events
    }
}

/// A stream of JSON lines.
pub(crate) struct Lines(Events);

impl Lines {
    /// The next object; `None` after the last.
    pub(crate) async fn next(&mut self) -> Option<Value> {
        loop {
            if let Some(end) = self.0.text.find('\n') {
                let line: String = self.0.text.drain(..=end).collect();
                let value: Value = serde_json::from_str(&line).unwrap();
                self.0.schema.check(&value);
                return Some(value);
            }
            let bytes = self.0.body.next().await?.unwrap();
            self.0.text += std::str::from_utf8(&bytes).unwrap();
        }
    }
}
