//! The colours of the light and the dark theme.

/// A colour: red, green, blue, alpha.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgba(pub u8, pub u8, pub u8, pub u8);

impl Rgba {
    /// The opaque colour `0xrrggbb`.
    pub(super) const fn hex(rgb: u32) -> Rgba {
        Rgba((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255)
    }

    /// This colour with less opacity.
    pub(super) fn faded(self, share: f64) -> Rgba {
        Rgba(self.0, self.1, self.2, (255.0 * share).round() as u8)
    }

    /// The colour interpolated this far towards another.
    pub(super) fn towards(self, other: Rgba, share: f64) -> Rgba {
        let mix = |a: u8, b: u8| (f64::from(a) + share * (f64::from(b) - f64::from(a))) as u8;
        Rgba(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2), 255)
    }

    /// The relative luminance of WCAG 2, 0 to 1.
    pub(super) fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// The contrast ratio of WCAG 2, 1 to 21.
    pub(super) fn contrast(self, other: Rgba) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        a.max(b) / a.min(b)
    }
}

/// The colour theme of a figure.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    Light,
    Dark,
}

impl Theme {
    pub const ALL: [Theme; 2] = [Theme::Light, Theme::Dark];

    pub(super) fn colors(self) -> Colors {
        match self {
            Theme::Light => LIGHT,
            Theme::Dark => DARK,
        }
    }
}

/// The colours of a theme.
pub(super) struct Colors {
    pub(super) paper: Rgba,
    pub(super) ink: Rgba,
    /// For secondary text.
    pub(super) faint: Rgba,
    pub(super) guide: Rgba,
    series: [Rgba; 8],
    /// The ends of a diverging scale: below and above zero.
    pub(super) below: Rgba,
    pub(super) above: Rgba,
}

impl Colors {
    /// The colour of a series; the colours repeat cyclically.
    pub(super) fn series(&self, index: usize) -> Rgba {
        self.series[index % self.series.len()]
    }

    /// These colours with the series blended with the background at this opacity.
    pub(super) fn faded_series(&self, share: f64) -> Colors {
        let series = self.series.map(|color| self.paper.towards(color, share));
        Colors { series, ..*self }
    }

    /// A text colour that is readable on this background.
    pub(super) fn ink_on(&self, ground: Rgba) -> Rgba {
        if self.ink.contrast(ground) >= self.paper.contrast(ground) { self.ink } else { self.paper }
    }
}

const LIGHT: Colors = Colors {
    paper: Rgba::hex(0xffffff),
    ink: Rgba::hex(0x1b1f24),
    faint: Rgba::hex(0x57606a),
    guide: Rgba::hex(0xd8dee4),
    series: [
        Rgba::hex(0x0b62b0),
        Rgba::hex(0xc8560b),
        Rgba::hex(0x1b7f4b),
        Rgba::hex(0x8a3fa0),
        Rgba::hex(0xb3261e),
        Rgba::hex(0x0f7c8a),
        Rgba::hex(0x7a5230),
        Rgba::hex(0x5a5f66),
    ],
    below: Rgba::hex(0xb3261e),
    above: Rgba::hex(0x0b62b0),
};

const DARK: Colors = Colors {
    paper: Rgba::hex(0x0d1117),
    ink: Rgba::hex(0xe6edf3),
    faint: Rgba::hex(0x9aa4af),
    guide: Rgba::hex(0x2d333b),
    series: [
        Rgba::hex(0x6cb2ff),
        Rgba::hex(0xffa657),
        Rgba::hex(0x5fd38d),
        Rgba::hex(0xd2a8ff),
        Rgba::hex(0xff8f8a),
        Rgba::hex(0x56d4dd),
        Rgba::hex(0xd8b08c),
        Rgba::hex(0xaeb6bf),
    ],
    below: Rgba::hex(0xff8f8a),
    above: Rgba::hex(0x6cb2ff),
};

#[cfg(test)]
mod tests {
    use super::*;

    /// WCAG 2 requires 4.5 : 1 for text and 3 : 1 for graphics; black on white is 21 : 1.
    #[test]
    fn contrasts_are_sufficient() {
        let (black, white) = (Rgba::hex(0), Rgba::hex(0xffffff));
        assert!((black.contrast(white) - 21.0).abs() < 1e-9);
        for theme in Theme::ALL {
            let colors = theme.colors();
            assert!(colors.ink.contrast(colors.paper) >= 7.0);
            assert!(colors.faint.contrast(colors.paper) >= 4.5);
            for index in 0..8 {
                assert!(colors.series(index).contrast(colors.paper) >= 4.0, "{theme:?} {index}");
            }
        }
    }
}
