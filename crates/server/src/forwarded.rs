//! Behind a proxy: who the client is, by the headers of proxies that are trusted.
//!
//! Each proxy appends the address that it was called from to `X-Forwarded-For` or `Forwarded` (RFC
//! 7239). What stands before the first trusted address, seen from the end, was written by strangers. So
//! the client is the last address that is not a trusted proxy. Headers of other peers are ignored.

use std::net::{IpAddr, Ipv4Addr, Ipv6Addr};
use std::str::FromStr;

use axum::http::HeaderMap;

use crate::error::ApiError;

/// An address, or a network such as `10.0.0.0/8`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Network {
    address: IpAddr,
    bits: u32,
}

/// A text that names no network.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not an address or a network such as 10.0.0.0/8")]
pub struct ParseNetworkError(pub String);

impl FromStr for Network {
    type Err = ParseNetworkError;

    fn from_str(text: &str) -> Result<Network, ParseNetworkError> {
        let wrong = || ParseNetworkError(text.to_owned());
        let (address, bits) = match text.split_once('/') {
            Some((address, bits)) => (address, Some(bits)),
            None => (text, None),
        };
        let address: IpAddr = address.parse().map_err(|_| wrong())?;
        let most = if address.is_ipv4() { 32 } else { 128 };
        let bits = match bits {
            Some(bits) => bits.parse().ok().filter(|bits| *bits <= most).ok_or_else(wrong)?,
            None => most,
        };
        Ok(Network { address, bits })
    }
}

impl Network {
    /// The addresses of this machine itself.
    pub const LOOPBACK: [Network; 2] = [
        Network { address: IpAddr::V4(Ipv4Addr::new(127, 0, 0, 0)), bits: 8 },
        Network { address: IpAddr::V6(Ipv6Addr::LOCALHOST), bits: 128 },
    ];

    /// Whether an address is in it.
    pub fn contains(&self, address: IpAddr) -> bool {
        match (self.address, address.to_canonical()) {
            (IpAddr::V4(own), IpAddr::V4(other)) => {
                let mask = u32::MAX.checked_shl(32 - self.bits).unwrap_or(0);
                (own.to_bits() ^ other.to_bits()) & mask == 0
            }
            (IpAddr::V6(own), IpAddr::V6(other)) => {
                let mask = u128::MAX.checked_shl(128 - self.bits).unwrap_or(0);
                (own.to_bits() ^ other.to_bits()) & mask == 0
            }
            _ => false,
        }
    }
}

/// Where a request comes from.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Origin {
    pub(crate) address: IpAddr,
    /// Whether the browser speaks HTTPS to the proxy.
    pub(crate) is_https: bool,
    /// The host that the proxy was asked for, if it says so.
    pub(crate) host: Option<String>,
}

impl Origin {
    pub(crate) fn direct(address: IpAddr) -> Origin {
        Origin { address, is_https: false, host: None }
    }
}

/// Where a request of a peer comes from.
pub(crate) fn origin(
    peer: IpAddr,
    headers: &HeaderMap,
    proxies: &[Network],
) -> Result<Origin, ApiError> {
    let is_proxy = |address: IpAddr| proxies.iter().any(|proxy| proxy.contains(address));
    if !is_proxy(peer) {
        return Ok(Origin::direct(peer));
    }
    let wrong = |name: &str| ApiError::bad_request(format!("the header {name} cannot be read"));
    let x_forwarded = x_forwarded(headers).ok_or_else(|| wrong("X-Forwarded-For"))?;
    let forwarded = forwarded(headers).ok_or_else(|| wrong("Forwarded"))?;
    // A proxy sets one of the two; the other one was sent by a stranger.
    if !x_forwarded.is_empty() && !forwarded.is_empty() {
        return Err(ApiError::bad_request("X-Forwarded-For and Forwarded cannot both be given"));
    }
    let said = |parameter: &str, name: &str| {
        if !forwarded.is_empty() {
            forwarded_last(headers, parameter)
        } else {
            list(headers, name).and_then(|all| all.last().copied())
        }
    };
    let scheme = said("proto", "x-forwarded-proto");
    let is_https = scheme.is_some_and(|scheme| scheme.eq_ignore_ascii_case("https"));
    let host = said("host", "x-forwarded-host").map(str::to_owned);
    let chain = if forwarded.is_empty() { &x_forwarded } else { &forwarded };
    let client = chain.iter().rev().find(|address| !is_proxy(**address)).or(chain.first());
    Ok(Origin { address: client.copied().unwrap_or(peer).to_canonical(), is_https, host })
}

/// The values of all headers of a name, as one list; `None` if one is no text.
fn list<'a>(headers: &'a HeaderMap, name: &str) -> Option<Vec<&'a str>> {
    let values: Option<Vec<&str>> =
        headers.get_all(name).into_iter().map(|value| value.to_str().ok()).collect();
    let parts = values?.into_iter().flat_map(|value| value.split(','));
    Some(parts.map(str::trim).filter(|part| !part.is_empty()).collect())
}

fn x_forwarded(headers: &HeaderMap) -> Option<Vec<IpAddr>> {
    list(headers, "x-forwarded-for")?.into_iter().map(node).collect()
}

/// The addresses of `Forwarded`; a proxy that hides one (`unknown`, `_name`) adds nothing.
fn forwarded(headers: &HeaderMap) -> Option<Vec<IpAddr>> {
    let mut addresses = Vec::new();
    for element in list(headers, "forwarded")? {
        if let Some(text) = parameter(element, "for") {
            let is_hidden = text.eq_ignore_ascii_case("unknown") || text.starts_with('_');
            if !is_hidden {
                addresses.push(node(text)?);
            }
        }
    }
    Some(addresses)
}

/// The client in `Forwarded` as the last proxy reports it.
fn forwarded_last<'a>(headers: &'a HeaderMap, name: &str) -> Option<&'a str> {
    list(headers, "forwarded")?.last().and_then(|last| parameter(last, name))
}

/// A parameter of an element of `Forwarded`.
fn parameter<'a>(element: &'a str, name: &str) -> Option<&'a str> {
    let mut pairs = element.split(';').filter_map(|pair| pair.split_once('='));
    let (_, value) = pairs.find(|(key, _)| key.trim().eq_ignore_ascii_case(name))?;
    Some(value.trim().trim_matches('"'))
}

/// The address of `192.0.2.1`, `192.0.2.1:80`, `2001:db8::1` or `[2001:db8::1]:80`.
fn node(text: &str) -> Option<IpAddr> {
    if let Ok(address) = text.parse() {
        return Some(address);
    }
    if let Ok(socket) = text.parse::<std::net::SocketAddr>() {
        return Some(socket.ip());
    }
    text.strip_prefix('[')?.strip_suffix(']')?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(pairs: &[(&'static str, &str)]) -> HeaderMap {
        let mut headers = HeaderMap::new();
        for (name, value) in pairs {
            headers.append(*name, value.parse().unwrap());
        }
        headers
    }

    fn address(peer: &str, pairs: &[(&'static str, &str)]) -> Result<String, &'static str> {
        let proxies = ["127.0.0.1".parse().unwrap(), "10.0.0.0/8".parse().unwrap()];
        let origin = origin(peer.parse().unwrap(), &headers(pairs), &proxies);
        origin.map(|origin| origin.address.to_string()).map_err(|error| error.code)
    }

    const XFF: &str = "x-forwarded-for";

    #[test]
    fn only_trusted_proxies_are_believed() {
        let forged = [(XFF, "1.1.1.1")];
        assert_eq!(address("192.0.2.9", &forged), Ok("192.0.2.9".to_owned()));
        assert_eq!(address("127.0.0.1", &forged), Ok("1.1.1.1".to_owned()));
        assert_eq!(address("127.0.0.1", &[]), Ok("127.0.0.1".to_owned()));
    }

    #[test]
    fn what_a_stranger_wrote_before_the_proxies_is_ignored() {
        for (value, client) in [
            ("6.6.6.6, 192.0.2.1", "192.0.2.1"),
            ("6.6.6.6, 192.0.2.1, 10.1.2.3", "192.0.2.1"),
            ("127.0.0.1, 192.0.2.1", "192.0.2.1"),
            ("10.0.0.5", "10.0.0.5"),
            ("[2001:db8::1]:443", "2001:db8::1"),
            ("::ffff:192.0.2.1", "192.0.2.1"),
        ] {
            assert_eq!(address("127.0.0.1", &[(XFF, value)]), Ok(client.to_owned()), "{value}");
        }
        let twice = [(XFF, "6.6.6.6"), (XFF, "192.0.2.1")];
        assert_eq!(address("127.0.0.1", &twice), Ok("192.0.2.1".to_owned()));
    }

    #[test]
    fn the_standard_header_is_read() {
        for (value, client) in [
            ("for=192.0.2.1;proto=https;by=10.0.0.1", "192.0.2.1"),
            ("for=6.6.6.6, For=\"[2001:db8::1]:80\"", "2001:db8::1"),
            ("for=unknown", "127.0.0.1"),
            ("for=_hidden, for=192.0.2.1", "192.0.2.1"),
        ] {
            let given = [("forwarded", value)];
            assert_eq!(address("127.0.0.1", &given), Ok(client.to_owned()), "{value}");
        }
    }

    #[test]
    fn forged_and_broken_headers_are_refused() {
        let both = [(XFF, "192.0.2.1"), ("forwarded", "for=6.6.6.6")];
        assert_eq!(address("127.0.0.1", &both), Err("bad_request"));
        for value in ["nonsense", "1.2.3", "192.0.2.1, ' OR 1=1"] {
            assert_eq!(address("127.0.0.1", &[(XFF, value)]), Err("bad_request"), "{value}");
        }
        assert_eq!(address("127.0.0.1", &[("forwarded", "for=nonsense")]), Err("bad_request"));
    }

    #[test]
    fn https_is_believed_of_proxies() {
        let https = |peer: &str, pairs: &[(&'static str, &str)]| {
            let proxies = ["127.0.0.1".parse().unwrap()];
            origin(peer.parse().unwrap(), &headers(pairs), &proxies).unwrap().is_https
        };
        let given = [(XFF, "192.0.2.1"), ("x-forwarded-proto", "https")];
        assert!(https("127.0.0.1", &given) && !https("192.0.2.9", &given));
        assert!(https("127.0.0.1", &[("forwarded", "for=192.0.2.1;proto=https")]));
        assert!(!https("127.0.0.1", &[("x-forwarded-proto", "http")]));
    }

    #[test]
    fn the_host_is_believed_of_proxies() {
        let host = |peer: &str, pairs: &[(&'static str, &str)]| {
            let proxies = ["127.0.0.1".parse().unwrap()];
            origin(peer.parse().unwrap(), &headers(pairs), &proxies).unwrap().host
        };
        let board = Some("board.example".to_owned());
        let given = [(XFF, "192.0.2.1"), ("x-forwarded-host", "board.example")];
        assert_eq!((host("127.0.0.1", &given), host("192.0.2.9", &given)), (board.clone(), None));
        let forwarded = [
            ("forwarded", "for=6.6.6.6;host=evil.example, for=192.0.2.1;host=board.example"),
            // Of a proxy that sets `Forwarded`, this is a stranger's.
            ("x-forwarded-host", "evil.example"),
        ];
        assert_eq!(host("127.0.0.1", &forwarded), board);
        assert_eq!(host("127.0.0.1", &[(XFF, "192.0.2.1")]), None);
    }

    #[test]
    fn networks_contain_their_addresses() {
        let contains = |network: &str, address: &str| {
            network.parse::<Network>().unwrap().contains(address.parse().unwrap())
        };
        assert!(contains("10.0.0.0/8", "10.255.0.1") && !contains("10.0.0.0/8", "11.0.0.1"));
        assert!(contains("0.0.0.0/0", "192.0.2.1") && !contains("0.0.0.0/0", "::1"));
        assert!(contains("2001:db8::/32", "2001:db8:1::1") && contains("::1", "::1"));
        assert!(contains("127.0.0.1", "::ffff:127.0.0.1"));
        for text in ["", "10.0.0.0/33", "10.0.0", "::/129", "localhost", "10.0.0.0/x"] {
            assert!(text.parse::<Network>().is_err(), "{text}");
        }
    }
}
