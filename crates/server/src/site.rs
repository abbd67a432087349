//! The address of this server, as the client of a request reaches it: for links that others follow.

use std::net::IpAddr;
use std::str::FromStr;

use axum::extract::FromRequestParts;
use axum::http::request::Parts;

use crate::error::ApiError;

/// A name by which browsers reach a server: a host name or an IP address, without a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct HostName(String);

/// A text that is no host name.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{}` is not a host name such as board.example, or an IP address", .0.escape_debug())]
pub struct ParseHostNameError(pub String);

/// Characters of a host name, and of the parts between its dots (RFC 1035).
const HOST_CHARS: usize = 253;
const LABEL_CHARS: usize = 63;

impl FromStr for HostName {
    type Err = ParseHostNameError;

    fn from_str(text: &str) -> Result<HostName, ParseHostNameError> {
        let is_label = |label: &str| {
            let is_letter = |letter: u8| letter.is_ascii_alphanumeric() || b"-_".contains(&letter);
            (1..=LABEL_CHARS).contains(&label.len())
                && label.bytes().all(is_letter)
                && !label.starts_with('-')
                && !label.ends_with('-')
        };
        let is_name = text.len() <= HOST_CHARS && text.split('.').all(is_label);
        if is_name || text.parse::<IpAddr>().is_ok() {
            Ok(HostName(text.to_owned()))
        } else {
            Err(ParseHostNameError(text.to_owned()))
        }
    }
}

impl HostName {
    /// Whether a request that names this host is for it.
    pub(crate) fn is(&self, host: &str) -> bool {
        self.0.eq_ignore_ascii_case(host)
    }
}

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
    fn a_host_is_a_name_or_an_address() {
        for host in ["board.example", "BOARD", "a-b.c_d.example", "192.168.1.3", "::1", "xn--9ca"] {
            assert!(
                host.parse::<HostName>().is_ok_and(|own| own.is(&host.to_lowercase())),
                "{host}"
            );
        }
        let long = ["a".repeat(64), ["abc"; 64].join(".")];
        for text in
            ["", "a\nb", "a b", "a:80", "http://a", "a/b", "-a", "a-", "a..b", "a.", "é", "*"]
                .into_iter()
                .chain(long.iter().map(String::as_str))
        {
            assert!(text.parse::<HostName>().is_err(), "{text}");
        }
    }

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
