//! The address of this server, as the client of a request reaches it: for links that others follow.

use std::net::IpAddr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::error::ApiError;

/// Scheme and host, which the gate has checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Site {
    pub(crate) is_https: bool,
    /// A name or an address, and perhaps a port.
    pub(crate) host: String,
}

impl Site {
    /// The link to a page.
    pub(crate) fn link(&self, path: &str) -> String {
        let scheme = if self.is_https { "https" } else { "http" };
        format!("{scheme}://{}{path}", self.host)
    }

    /// Whether only this machine can follow such a link.
    pub(crate) fn is_local(&self) -> bool {
        let name = match self.host.strip_prefix('[') {
            Some(rest) => rest.split(']').next().unwrap_or_default(),
            None => self.host.split(':').next().unwrap_or_default(),
        };
        name.eq_ignore_ascii_case("localhost")
            || name.parse::<IpAddr>().is_ok_and(|address| address.is_loopback())
    }
}

impl<S: Sync> FromRequestParts<S> for Site {
    type Rejection = ApiError;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Site, ApiError> {
        let site = parts.extensions.get::<Site>().cloned();
        site.ok_or_else(|| ApiError::internal("the request did not pass the gate"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn links_know_whether_others_can_follow_them() {
        for (host, is_local) in [
            ("127.0.0.1:8088", true),
            ("localhost", true),
            ("[::1]:80", true),
            ("192.168.1.3:8088", false),
            ("[fe80::1]", false),
            ("board.example", false),
        ] {
            let site = Site { is_https: false, host: host.to_owned() };
            assert_eq!(site.is_local(), is_local, "{host}");
            assert_eq!(site.link("/i/A"), format!("http://{host}/i/A"));
            let site = Site { is_https: true, ..site };
            assert_eq!(site.link("/i/A"), format!("https://{host}/i/A"));
        }
    }
}
