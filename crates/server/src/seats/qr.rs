//! A link as a picture for the camera of a phone.

use qrcode::QrCode;
use qrcode::render::svg;

use crate::error::ApiError;

/// The side of the picture, at least.
const PIXELS: u32 = 240;

/// A text as a QR code, in SVG.
pub(crate) fn picture(text: &str) -> Result<String, ApiError> {
    let code = QrCode::new(text).map_err(ApiError::internal)?;
    Ok(code.render::<svg::Color<'_>>().min_dimensions(PIXELS, PIXELS).build())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_link_has_a_picture() {
        let link = "http://192.168.1.3:8088/i/K7QM-2XPA";
        assert!(picture(link).unwrap().contains("<svg"));
        assert_ne!(picture(link).unwrap(), picture(&link.replace("http", "https")).unwrap());
    }
}
