//! Every answer is what `/openapi.json` says of its operation, status and media type; every body that was
//! accepted is what it says of the request.

use axum::body::{Body, to_bytes};
use axum::http::header::{CONTENT_ENCODING, CONTENT_TYPE};
use axum::http::{Method, Request, Response};
use othellier_server::{App, Config, app};
use serde_json::{Map, Value, json};
use tokio::sync::OnceCell;
use tower::ServiceExt;

use super::validator::{Validator, closed};

/// The end of the name of the schema of a request.
const REQUEST: &str = "request";

static ANSWERS: OnceCell<Answers> = OnceCell::const_new();

/// The answers of all operations, and their requests.
struct Answers {
    /// By operation, status and media type, or by operation and `request`.
    validator: Validator,
    paths: Map<String, Value>,
}

/// The schema of the objects of a stream.
#[derive(Clone)]
pub(super) struct StreamSchema(String);

impl StreamSchema {
    #[track_caller]
    pub(super) fn check(&self, object: &Value) {
        let answers = ANSWERS.get().unwrap();
        answers.validator.check(&self.0, object).unwrap_or_else(|error| panic!("{error}"));
    }
}

/// Validates an answer of the API. The objects of a stream are validated when they are read.
pub(super) async fn checked(
    method: &Method,
    path: &str,
    response: Response<Body>,
) -> Response<Body> {
    let (mut parts, body) = response.into_parts();
    let header = |name| parts.headers.get(name).map(|value| value.to_str().unwrap());
    let media = header(CONTENT_TYPE).unwrap_or_default().split(';').next().unwrap().to_owned();
    let is_api = path.starts_with("/api/") || path == "/health";
    if !is_api || header(CONTENT_ENCODING).is_some() {
        return Response::from_parts(parts, body);
    }
    let status = parts.status.as_u16();
    let answers = ANSWERS.get_or_init(Answers::read).await;
    match media.as_str() {
        "application/json" => {
            let bytes = to_bytes(body, usize::MAX).await.unwrap();
            if !bytes.is_empty() {
                let object = serde_json::from_slice(&bytes).unwrap();
                let schema = answers.schema(method, path, status, &media);
                let valid = answers.validator.check(&schema, &object);
                valid.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
            }
            Response::from_parts(parts, Body::from(bytes))
        }
        "text/event-stream" | "application/x-ndjson" => {
            let schema = answers.schema(method, path, status, &media);
            parts.extensions.insert(StreamSchema(schema));
            Response::from_parts(parts, body)
        }
        _ => Response::from_parts(parts, body),
    }
}

/// Validates a body of JSON that the API accepted. Others are files.
pub(super) async fn check_request(method: &Method, path: &str, media: &str, body: &[u8]) {
    if !path.starts_with("/api/") || media != "application/json" {
        return;
    }
    let answers = ANSWERS.get_or_init(Answers::read).await;
    let (method, template) = answers.operation(method, path).expect("it was accepted");
    let object: Value = serde_json::from_slice(body).unwrap();
    let name = format!("{method} {template} {REQUEST}");
    if !answers.validator.names().any(|known| known == name) {
        assert!([json!({}), json!(null)].contains(&object), "{name} is not documented");
        return;
    }
    let valid = answers.validator.check(&name, &object);
    valid.unwrap_or_else(|error| panic!("{method} {path}: {error}"));
}

/// An example is an answer to some request.
pub(crate) async fn check_example(example: &Value) {
    let validator = &ANSWERS.get_or_init(Answers::read).await.validator;
    let mut answers = validator.names().filter(|name| !name.ends_with(REQUEST));
    let is_answer = answers.any(|name| validator.check(name, example).is_ok());
    assert!(is_answer, "no request is answered with {example}");
}

impl Answers {
    async fn read() -> Answers {
        let config = Config { threads: Some(1), ..Config::default() };
        let request = Request::get("/openapi.json").header("host", "127.0.0.1:8088");
        let request = request.body(Body::empty()).unwrap();
        let response = app(App::new(config).unwrap()).oneshot(request).await.unwrap();
        let bytes = to_bytes(response.into_body(), usize::MAX).await.unwrap();
        let document: Value = serde_json::from_slice(&bytes).unwrap();
        let paths = document["paths"].as_object().unwrap();
        let mut schemas = vec![("error".to_owned(), closed(json!({ "$ref": "ErrorBody" })))];
        for (path, operations) in paths {
            for (method, operation) in operations.as_object().unwrap() {
                let body = &operation["requestBody"]["content"]["application/json"]["schema"];
                if !body.is_null() {
                    schemas.push((format!("{method} {path} {REQUEST}"), closed(body.clone())));
                }
                for (status, answer) in operation["responses"].as_object().unwrap() {
                    for (media, content) in answer["content"].as_object().into_iter().flatten() {
                        let name = format!("{method} {path} {status} {media}");
                        let schema = content.get("schema").cloned().map(closed);
                        schemas.extend(schema.map(|schema| (name, schema)));
                    }
                }
            }
        }
        let definitions = document["components"]["schemas"].as_object().unwrap();
        Answers { validator: Validator::new(definitions, schemas), paths: paths.clone() }
    }

    /// The name of the schema of an answer. Where there is no operation, there is only an error.
    fn schema(&self, method: &Method, path: &str, status: u16, media: &str) -> String {
        let Some((method, template)) = self.operation(method, path) else {
            assert!(status >= 400, "{method} {path} is not documented");
            return "error".to_owned();
        };
        let statuses = [status.to_string(), "default".to_owned()];
        let names = statuses.map(|status| format!("{method} {template} {status} {media}"));
        let documented =
            names.iter().find(|name| self.validator.names().any(|known| known == *name));
        documented.unwrap_or_else(|| panic!("{} is not documented", names[0])).clone()
    }

    /// The method and the template of the path of a request.
    fn operation(&self, method: &Method, path: &str) -> Option<(String, &str)> {
        let method = method.as_str().to_lowercase();
        let is_it = |(template, operations): &(&String, &Value)| {
            matches(template, path) && operations.get(&method).is_some()
        };
        let (template, _) = self.paths.iter().find(is_it)?;
        Some((method, template))
    }
}

/// Whether a path is one of this template, such as `/api/games/{id}`.
fn matches(template: &str, path: &str) -> bool {
    let (mut wanted, mut given) = (template.split('/'), path.split('/'));
    loop {
        match (wanted.next(), given.next()) {
            (None, None) => return true,
            (Some(wanted), Some(given)) if wanted.starts_with('{') || wanted == given => {}
            _ => return false,
        }
    }
}
