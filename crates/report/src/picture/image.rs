//! Image files: SVG or PNG, by the extension of the file.

use std::path::{Path, PathBuf};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Image {
    Svg,
    Png,
}

/// A file name that implies no image format.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("the name {} does not imply an image format; expected .svg or .png", path.display())]
pub struct ImageError {
    pub path: PathBuf,
}

/// Why an SVG could not be drawn as PNG.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PngError {
    /// It is larger than most programs can open.
    #[error("the picture would be {width} × {height} pixels, too large for a PNG")]
    TooLarge { width: u64, height: u64 },
    /// The SVG cannot be read, or the PNG cannot be encoded.
    #[error("the PNG cannot be made: {0}")]
    Failed(String),
}

/// How much larger than its SVG the PNG of a figure or of a tree is.
pub const SCALE: f32 = 2.0;

impl Image {
    /// The format that the extension of a file names.
    pub fn of(file: &Path) -> Result<Image, ImageError> {
        match file.extension().and_then(|name| name.to_str()) {
            Some(name) if name.eq_ignore_ascii_case("svg") => Ok(Image::Svg),
            Some(name) if name.eq_ignore_ascii_case("png") => Ok(Image::Png),
            _ => Err(ImageError { path: file.to_owned() }),
        }
    }
}

/// Renders an SVG without fonts to PNG, scaled.
#[cfg(feature = "documents")]
pub fn png(svg: &str, scale: f32) -> Result<Vec<u8>, PngError> {
    use resvg::{tiny_skia, usvg};

    /// The longest side, and the number of pixels.
    const LONGEST: f32 = 16_384.0;
    const MOST_PIXELS: f32 = 100e6;

    let failed = |why: &dyn std::fmt::Display| PngError::Failed(why.to_string());
    let tree = usvg::Tree::from_str(svg, &usvg::Options::default());
    let tree = tree.map_err(|error| failed(&error))?;
    let [width, height] =
        [tree.size().width(), tree.size().height()].map(|side| (side * scale).ceil());
    if width.max(height) > LONGEST || width * height > MOST_PIXELS {
        return Err(PngError::TooLarge { width: width as u64, height: height as u64 });
    }
    let pixels = tiny_skia::Pixmap::new(width as u32, height as u32);
    let mut pixels = pixels.ok_or_else(|| failed(&"an empty picture"))?;
    let transform = tiny_skia::Transform::from_scale(scale, scale);
    resvg::render(&tree, transform, &mut pixels.as_mut());
    pixels.encode_png().map_err(|error| failed(&error))
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

    #[cfg(feature = "documents")]
    #[test]
    fn oversized_images_are_refused() {
        let svg = |width: u32| {
            let open = "<svg xmlns=\"http://www.w3.org/2000/svg\"";
            format!("{open} width=\"{width}\" height=\"20\"/>")
        };
        assert!(png(&svg(20), 2.0).unwrap().starts_with(b"\x89PNG"));
        let refused = Err(PngError::TooLarge { width: 20_000, height: 20 });
        assert_eq!(png(&svg(20_000), 1.0), refused);
    }
}
