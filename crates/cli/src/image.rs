//! Image files: SVG or PNG, by the extension of the file.

use std::path::Path;

use othellier_lab::chart::{Figure, Theme};
use othellier_locale::{Lang, message, tr};
use resvg::{tiny_skia, usvg};

use crate::error::CliError;
use crate::file_io;

/// An image format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Image {
    Svg,
    Png,
}

/// How much larger than its SVG the PNG of a figure or of a tree is.
pub(crate) const SCALE: f32 = 2.0;
/// Most programs cannot open larger images: the longest side, and the number of pixels.
const LONGEST: f32 = 16_384.0;
const MOST_PIXELS: f32 = 100e6;

impl Image {
    /// The format that the extension of a file names.
    pub(crate) fn of(file: &Path) -> Result<Image, CliError> {
        match file.extension().and_then(|name| name.to_str()) {
            Some(name) if name.eq_ignore_ascii_case("svg") => Ok(Image::Svg),
            Some(name) if name.eq_ignore_ascii_case("png") => Ok(Image::Png),
            _ => {
                let file = file.display().to_string();
                Err(CliError::usage(message!("diagram-no-picture", file = file)))
            }
        }
    }
}

/// Renders an SVG without fonts to PNG, scaled.
pub(crate) fn png(lang: Lang, svg: &str, scale: f32) -> Result<Vec<u8>, CliError> {
    let failed = || CliError::failed("PNG".to_owned());
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default()).map_err(|_| failed())?;
    let [width, height] =
        [tree.size().width(), tree.size().height()].map(|side| (side * scale).ceil());
    if width.max(height) > LONGEST || width * height > MOST_PIXELS {
        let [width, height] = [width, height].map(|side| side.to_string());
        let sentence = tr!(lang, "picture-too-large", width = width, height = height);
        return Err(CliError::usage(sentence));
    }
    let mut pixels = tiny_skia::Pixmap::new(width as u32, height as u32).ok_or_else(failed)?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|_| failed())
}

/// Writes a figure.
pub(crate) fn write_figure(lang: Lang, file: &Path, figure: &Figure) -> Result<(), CliError> {
    let bytes = match Image::of(file)? {
        Image::Svg => figure.svg(Theme::Light).into_bytes(),
        Image::Png => figure.png(Theme::Light, SCALE),
    };
    file_io::write(lang, file, &bytes)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_extension_chooses_the_format() {
        let of = |name: &str| Image::of(Path::new(name)).ok();
        assert_eq!([of("a.svg"), of("b.PNG")], [Some(Image::Svg), Some(Image::Png)]);
        assert_eq!([of("a.pdf"), of("svg"), of("")], [None; 3]);
    }

    #[test]
    fn oversized_images_are_refused() {
        let svg = |width: u32| {
            let open = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
            format!("{open} width=\"{width}\" height=\"20\"/>")
        };
        assert!(png(Lang::En, &svg(20), 2.0).unwrap().starts_with(b"\x89PNG"));
        assert!(matches!(png(Lang::En, &svg(20_000), 1.0), Err(CliError::Usage(_))));
    }
}
