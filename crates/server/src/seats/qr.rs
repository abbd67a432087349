//! The link of an invitation, and its picture for the camera of a phone.

use std::net::IpAddr;

use axum::http::{HeaderMap, header};
use qrcode::QrCode;
use qrcode::render::svg;

use crate::error::ApiError;

/// The side of the picture, at least.
const PIXELS: u32 = 240;

/// The address of a page of this server, as the client of this request reaches it.
pub(crate) struct Origin {
    host: String,
}

impl Origin {
    /// From the `Host` header, which the gate has checked.
    pub(crate) fn of(headers: &HeaderMap) -> Origin {
        let host = headers.get(header::HOST).and_then(|host| host.to_str().ok());
        Origin { host: host.unwrap_or("localhost").to_owned() }
    }

    /// The link to a page.
    pub(crate) fn link(&self, path: &str) -> String {
        format!("http://{}{path}", self.host)
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

/// A text as a QR code, in SVG.
pub(crate) fn picture(text: &str) -> Result<String, ApiError> {
    let code = QrCode::new(text).map_err(ApiError::internal)?;
    Ok(code.render::<svg::Color<'_>>().min_dimensions(PIXELS, PIXELS).build())
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
            let mut headers = HeaderMap::new();
            headers.insert(header::HOST, host.parse().unwrap());
            let origin = Origin::of(&headers);
            assert_eq!(origin.is_local(), is_local, "{host}");
            assert_eq!(origin.link("/i/A"), format!("http://{host}/i/A"));
        }
        assert!(picture("http://192.168.1.3:8088/i/K7QM-2XPA").unwrap().contains("<svg"));
    }
}
