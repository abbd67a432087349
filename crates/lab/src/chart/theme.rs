//! Colours for paper and for the night.

/// A colour: red, green, blue, and how much it covers.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Rgba(pub u8, pub u8, pub u8, pub u8);

impl Rgba {
    /// The colour of a `0xrrggbb`, covering all.
    pub(super) const fn hex(rgb: u32) -> Rgba {
        Rgba((rgb >> 16) as u8, (rgb >> 8) as u8, rgb as u8, 255)
    }

    /// The same colour, covering less.
    pub(super) fn faded(self, share: f64) -> Rgba {
        Rgba(self.0, self.1, self.2, (255.0 * share).round() as u8)
    }

    /// The colour that lies this share of the way to another.
    pub(super) fn towards(self, other: Rgba, share: f64) -> Rgba {
        let mix = |a: u8, b: u8| (f64::from(a) + share * (f64::from(b) - f64::from(a))) as u8;
        Rgba(mix(self.0, other.0), mix(self.1, other.1), mix(self.2, other.2), 255)
    }

    /// How bright it looks, 0 to 1: the relative luminance of WCAG 2.
    pub(super) fn luminance(self) -> f64 {
        let linear = |channel: u8| {
            let share = f64::from(channel) / 255.0;
            if share <= 0.04045 { share / 12.92 } else { ((share + 0.055) / 1.055).powf(2.4) }
        };
        0.2126 * linear(self.0) + 0.7152 * linear(self.1) + 0.0722 * linear(self.2)
    }

    /// How well the two can be told apart, 1 to 21: the contrast of WCAG 2.
    pub(super) fn contrast(self, other: Rgba) -> f64 {
        let (a, b) = (self.luminance() + 0.05, other.luminance() + 0.05);
        a.max(b) / a.min(b)
    }
}

/// On what a figure is looked at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Theme {
    /// Dark ink on white paper.
    Light,
    /// Light ink on a dark screen.
    Dark,
}

impl Theme {
    /// Both.
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
    /// For what is said besides.
    pub(super) faint: Rgba,
    /// For the lines that only guide the eye.
    pub(super) guide: Rgba,
    series: [Rgba; 8],
    /// The ends of a scale: below nothing, above nothing.
    pub(super) below: Rgba,
    pub(super) above: Rgba,
}

impl Colors {
    /// The colour of a series, again from the first after the last.
    pub(super) fn series(&self, index: usize) -> Rgba {
        self.series[index % self.series.len()]
    }

    /// The same with this share of the colour of every series, the rest being paper.
    pub(super) fn faded_series(&self, share: f64) -> Colors {
        let series = self.series.map(|color| self.paper.towards(color, share));
        Colors { series, ..*self }
    }

    /// Ink that can be read on this.
    pub(super) fn ink_on(&self, ground: Rgba) -> Rgba {
        match self.ink.contrast(ground) >= self.paper.contrast(ground) {
            true => self.ink,
            false => self.paper,
        }
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

    /// WCAG 2 asks for 4.5 : 1 of text and 3 : 1 of what must be seen; black on white is 21 : 1.
    #[test]
    fn everything_can_be_seen() {
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
