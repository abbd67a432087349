//! Progress bars, shown only on a terminal.

use std::fmt::Write;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressState, ProgressStyle};
use othellier_locale::Lang;

/// A bar of this length with this template, redrawn while nothing happens. `{per_sec}` is written with
/// the decimal separator of the language.
pub(crate) fn bar(lang: Lang, length: usize, template: &str) -> ProgressBar {
    let bar = ProgressBar::new(length as u64);
    if let Ok(style) = ProgressStyle::with_template(template) {
        let per_sec = move |state: &ProgressState, out: &mut dyn Write| {
            let _ = out.write_str(&rate(lang, state.per_sec()));
        };
        bar.set_style(style.with_key("per_sec", per_sec));
    }
    bar.enable_steady_tick(Duration::from_millis(200));
    bar
}

/// A bar of positions or files, with a message.
pub(crate) fn of_positions(positions: usize) -> ProgressBar {
    bar(Lang::En, positions, "{bar:30} {pos}/{len}  {elapsed}  {msg}")
}

/// A bar of games, with their rate, the time left and a message.
pub(crate) fn of_games(lang: Lang, games: usize) -> ProgressBar {
    bar(lang, games, "{bar:30} {pos}/{len}  {per_sec}  ~{eta}  {msg}")
}

/// A bar of something that people do not count, with a message.
pub(crate) fn of_work(length: u64) -> ProgressBar {
    bar(Lang::En, length as usize, "{bar:30} {percent:>3} %  {elapsed}  {msg}")
}

/// A rate per second: one decimal, none from 100 on.
fn rate(lang: Lang, per_second: f64) -> String {
    let places = if per_second < 100.0 { 1 } else { 0 };
    format!("{}/s", lang.decimals(per_second, places))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rates_use_the_decimal_separator_of_the_language() {
        assert_eq!([Lang::En, Lang::Fr].map(|lang| rate(lang, 12.345)), ["12.3/s", "12,3/s"]);
        assert_eq!(rate(Lang::Fr, 1234.5), "1234/s");
    }
}
