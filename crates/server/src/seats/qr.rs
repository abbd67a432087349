//! A link as a picture for the camera of a phone.

use axum::http::{HeaderValue, header};
use axum::response::{IntoResponse, Response};
use qrcode::QrCode;
use qrcode::render::svg::Color;

use crate::error::ApiError;

/// The side of the picture, at least.
const PIXELS: u32 = 240;

/// The response with a link as a QR code.
pub(crate) fn picture(link: &str) -> Result<Response, ApiError> {
    let kind = HeaderValue::from_static("image/svg+xml");
    Ok(([(header::CONTENT_TYPE, kind)], svg(link)?).into_response())
}

/// A text as a QR code, in SVG.
fn svg(text: &str) -> Result<String, ApiError> {
    let code = QrCode::new(text).map_err(ApiError::internal)?;
    Ok(code.render::<Color<'_>>().min_dimensions(PIXELS, PIXELS).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_a_picture() {
        let link = "http://192.168.1.3:8088/i/K7QM-2XPA";
        assert!(svg(link).unwrap().contains("<svg"));
        assert_ne!(svg(link).unwrap(), svg(&link.replace("http", "https")).unwrap());
    }
}
