//! The way to the server: its address, who we are, and encryption.

use std::path::PathBuf;
use std::time::Duration;

use async_nats::jetstream::context::ContextBuilder;
use async_nats::jetstream::{Context, ErrorCode};
use async_nats::{Client, ConnectOptions, ServerAddr};

use crate::error::{NatsError, answer_code};

/// How to reach a server, or one of a cluster.
#[derive(Clone, Debug, Default)]
pub struct Access {
    /// `nats://HOST:PORT`, or several of them with commas between.
    pub url: String,
    /// Who we are; the address can say it too.
    pub login: Login,
    /// The certificate authority of the server, unless the system knows it.
    pub authority: Option<PathBuf>,
    /// Our own certificate and its key.
    pub certificate: Option<(PathBuf, PathBuf)>,
}

#[derive(Clone, Default)]
pub enum Login {
    #[default]
    Anonymous,
    /// A user with a password.
    User { name: String, password: String },
    /// The holder of a token.
    Token(String),
    /// The owner of a credentials file (`.creds`).
    Credentials(PathBuf),
}

impl std::fmt::Debug for Login {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Login::Anonymous => f.write_str("Anonymous"),
            Login::User { name, .. } => write!(f, "User({name})"),
            Login::Token(_) => f.write_str("Token"),
            Login::Credentials(path) => write!(f, "Credentials({})", path.display()),
        }
    }
}

/// How long a server may take to answer.
const LIMIT: Duration = Duration::from_secs(5);

impl Access {
    /// The address without its password.
    pub fn shown_url(&self) -> String {
        let without = |url: &str| match (url.find("://"), url.rfind('@')) {
            (Some(scheme), Some(at)) if scheme < at => {
                format!("{}{}", &url[..scheme + 3], &url[at + 1..])
            }
            (None, Some(at)) => url[at + 1..].to_owned(),
            _ => url.to_owned(),
        };
        self.url.split(',').map(without).collect::<Vec<_>>().join(",")
    }

    /// Connects, and refuses a server that could lose work.
    pub(crate) async fn connect(&self) -> Result<(Client, Context), NatsError> {
        let url = self.shown_url();
        let addresses: Vec<ServerAddr> = self
            .url
            .split(',')
            .map(|address| address.trim().parse())
            .collect::<Result<_, _>>()
            .map_err(|_| NatsError::Address { url: url.clone() })?;
        let known = |address: &ServerAddr| {
            matches!(address.scheme(), "nats" | "tls") && !address.host().is_empty()
        };
        if !addresses.iter().all(known) {
            return Err(NatsError::Address { url });
        }
        let options = self.options().await?;
        let client = match options.connect(addresses).await {
            Ok(client) => client,
            Err(error) => return Err(NatsError::connecting(&url, &error)),
        };
        let server = client.server_info();
        if !client.is_server_compatible(2, 10, 0) {
            return Err(NatsError::OldServer { url, version: server.version });
        }
        if !server.jetstream {
            return Err(NatsError::NoJetStream { url });
        }
        let context = ContextBuilder::new().timeout(LIMIT).build(client.clone());
        match context.query_account().await {
            Ok(_) => Ok((client, context)),
            Err(error) => Err(match answer_code(&error.to_string()) {
                Some(
                    ErrorCode::JETSTREAM_NOT_ENABLED | ErrorCode::JETSTREAM_NOT_ENABLED_FOR_ACCOUNT,
                ) => NatsError::NoJetStream { url },
                _ => NatsError::of(&error),
            }),
        }
    }

    async fn options(&self) -> Result<ConnectOptions, NatsError> {
        let options = ConnectOptions::new()
            .name("othellier")
            .connection_timeout(LIMIT)
            .request_timeout(Some(LIMIT))
            .max_reconnects(None)
            .reconnect_delay_callback(|attempt| {
                Duration::from_millis(50 << attempt.min(6)).min(Duration::from_secs(2))
            });
        let mut options = match &self.login {
            Login::Anonymous => options,
            Login::User { name, password } => {
                options.user_and_password(name.clone(), password.clone())
            }
            Login::Token(token) => options.token(token.clone()),
            Login::Credentials(path) => {
                let why = |error: std::io::Error| NatsError::Credentials {
                    path: path.clone(),
                    why: error.to_string(),
                };
                options.credentials_file(path).await.map_err(why)?
            }
        };
        if let Some(authority) = &self.authority {
            options = options.add_root_certificates(authority.clone()).require_tls(true);
        }
        if let Some((certificate, key)) = &self.certificate {
            options =
                options.add_client_certificate(certificate.clone(), key.clone()).require_tls(true);
        }
        Ok(options)
    }
}
