//! Axes: from numbers to coordinates, with round ticks, logarithms and short labels.

/// An axis of a plot.
pub(super) struct Axis {
    low: f64,
    high: f64,
    logarithmic: bool,
    /// Whether ticks are labelled as powers of ten.
    powers: bool,
    /// The canvas coordinates of the low and the high end.
    ends: (f64, f64),
    pub(super) ticks: Vec<f64>,
}

impl Axis {
    /// An axis between round numbers that contains the range, with about this many ticks. Where all
    /// numbers are zero, zero is the only tick: any other would suggest a scale.
    pub(super) fn linear(range: (f64, f64), ticks: usize, ends: (f64, f64)) -> Axis {
        let (low, high) = spread(range);
        let step = round_step((high - low) / ticks.max(1) as f64);
        let first = (low / step + 1e-9).floor();
        let last = (high / step - 1e-9).ceil();
        let count = (last - first) as usize;
        let ticks = match range {
            (0.0, 0.0) => vec![0.0],
            _ => (0..=count).map(|n| (first + n as f64) * step).collect(),
        };
        Axis {
            low: first * step,
            high: last * step,
            logarithmic: false,
            powers: false,
            ends,
            ticks,
        }
    }

    /// An axis that ends exactly at the range: for counts such as moves and depths.
    pub(super) fn tight(range: (f64, f64), ticks: usize, ends: (f64, f64)) -> Axis {
        let (low, high) = spread(range);
        let step = round_step((high - low) / ticks.max(1) as f64).max(1.0);
        let first = (low / step - 1e-9).ceil() as i64;
        let last = (high / step + 1e-9).floor() as i64;
        let ticks = (first..=last).map(|n| n as f64 * step).collect();
        Axis { low, high, logarithmic: false, powers: false, ends, ticks }
    }

    /// A logarithmic axis between powers of ten that contains this positive range.
    pub(super) fn logarithmic((low, high): (f64, f64), ends: (f64, f64)) -> Axis {
        let low = if low > 0.0 { low } else { high / 10.0 };
        let (first, mut last) = (low.log10().floor() as i32, high.log10().ceil() as i32);
        if first == last {
            last += 1;
        }
        let every = ((last - first) / 8 + 1) as usize;
        let ticks = (first..=last).step_by(every).map(|n| 10_f64.powi(n)).collect();
        let (low, high) = (10_f64.powi(first), 10_f64.powi(last));
        Axis { low, high, logarithmic: true, powers: true, ends, ticks }
    }

    /// A logarithmic axis from the smallest to the largest of these positive numbers with a tick at
    /// each: for a few numbers that are far apart, such as sizes.
    pub(super) fn stops(numbers: &[f64], ends: (f64, f64)) -> Axis {
        let mut ticks = numbers.to_vec();
        ticks.sort_by(f64::total_cmp);
        ticks.dedup();
        let (low, high) = (ticks[0], ticks[ticks.len() - 1]);
        Axis { low, high, logarithmic: true, powers: false, ends, ticks }
    }

    /// The canvas coordinate of a number.
    pub(super) fn place(&self, number: f64) -> f64 {
        let on = |n: f64| if self.logarithmic { n.max(f64::MIN_POSITIVE).log10() } else { n };
        let share = (on(number) - on(self.low)) / (on(self.high) - on(self.low));
        self.ends.0 + share.clamp(-0.05, 1.05) * (self.ends.1 - self.ends.0)
    }

    /// The label of a tick.
    pub(super) fn label(&self, tick: f64) -> String {
        match (self.powers, self.logarithmic) {
            (true, _) => power(tick.log10().round() as i32),
            (false, true) => tick.to_string(),
            (false, false) => number(tick),
        }
    }
}

fn spread((low, high): (f64, f64)) -> (f64, f64) {
    if high > low { (low, high) } else { (low.min(0.0), low.abs().max(1.0)) }
}

/// The smallest of 1, 2, 5 times a power of ten that is at least `step`.
fn round_step(step: f64) -> f64 {
    let power = 10_f64.powf(step.log10().floor());
    let times = [1.0, 2.0, 5.0, 10.0].into_iter().find(|times| times * power >= step * 0.999_999);
    times.unwrap_or(10.0) * power
}

/// A power of ten as text: `10⁶`.
fn power(exponent: i32) -> String {
    match exponent {
        0..=3 => 10_i32.pow(exponent as u32).to_string(),
        -3..0 => format!("{:.*}", exponent.unsigned_abs() as usize, 10_f64.powi(exponent)),
        _ => format!("10{}", raised(exponent)),
    }
}

/// A number in superscript digits.
pub fn raised(exponent: i32) -> String {
    let raised = |letter: char| match letter {
        '-' => '⁻',
        '1' => '¹',
        '2' => '²',
        '3' => '³',
        digit => char::from_u32('⁰' as u32 + digit as u32 - '0' as u32).unwrap_or(digit),
    };
    exponent.to_string().chars().map(raised).collect()
}

/// A short number: three significant digits, thousands and millions as `k` and `M`.
pub(super) fn number(value: f64) -> String {
    let size = value.abs();
    let (scaled, unit) = match size {
        1e9.. => (value / 1e9, "G"),
        1e6.. => (value / 1e6, "M"),
        1e4.. => (value / 1e3, "k"),
        _ => (value, ""),
    };
    let digits = match scaled.abs() {
        0.0 => 0,
        100.0.. => 0,
        10.0.. => 1,
        1.0.. => 2,
        small => (2 - small.log10().floor() as i32).clamp(0, 6) as usize,
    };
    let text = format!("{scaled:.digits$}");
    let text =
        if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.') } else { &text };
    format!("{text}{unit}").replace('-', "−")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn ticks_are_round_and_contain_the_range() {
        let ticks = |range| Axis::linear(range, 5, (0.0, 1.0)).ticks;
        assert_eq!(ticks((0.0, 97.0)), [0.0, 20.0, 40.0, 60.0, 80.0, 100.0]);
        assert_eq!(ticks((-64.0, 64.0)), [-100.0, -50.0, 0.0, 50.0, 100.0]);
        assert_eq!(ticks((0.0, 0.0)), [0.0]);
        let tight = Axis::tight((1.0, 7.0), 10, (0.0, 1.0));
        assert_eq!(tight.ticks, [1.0, 2.0, 3.0, 4.0, 5.0, 6.0, 7.0]);
        assert_eq!((tight.place(1.0), tight.place(7.0)), (0.0, 1.0));
    }

    #[test]
    fn decades() {
        let axis = Axis::logarithmic((4.0, 60_968_439.0), (100.0, 0.0));
        let labels: Vec<_> = axis.ticks.iter().map(|&tick| axis.label(tick)).collect();
        assert_eq!(labels, ["1", "100", "10⁴", "10⁶", "10⁸"]);
        assert_eq!((axis.place(1.0), axis.place(1e8)), (100.0, 0.0));
        assert!((axis.place(1e4) - 50.0).abs() < 1e-9);
        let sizes = Axis::stops(&[1024.0, 16.0, 16384.0, 16.0], (0.0, 100.0));
        let labels: Vec<_> = sizes.ticks.iter().map(|&tick| sizes.label(tick)).collect();
        assert_eq!(labels, ["16", "1024", "16384"]);
        assert!((sizes.place(1024.0) - 60.0).abs() < 1e-9);
    }

    #[test]
    fn numbers_are_short() {
        let pairs = [
            (0.0, "0"),
            (-2.5, "−2.5"),
            (0.01234, "0.0123"),
            (7.0, "7"),
            (123.4, "123"),
            (9999.0, "9999"),
            (12_345.0, "12.3k"),
            (60_968_439.0, "61M"),
        ];
        for (value, shown) in pairs {
            assert_eq!(number(value), shown);
        }
    }
}
