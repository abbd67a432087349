//! A match as CSV, and as a report.

use othellier_locale::Lang;
use othellier_service::match_report::{self, ReportedGame};

use super::Match;
use crate::error::ApiError;

/// One row per game, with the columns of `othellier match --csv`.
pub(super) fn csv(shown: &Match) -> Result<Vec<u8>, ApiError> {
    let mut writer = csv::Writer::from_writer(Vec::new());
    for game in &shown.progress().games {
        writer.serialize(&game.game).map_err(ApiError::internal)?;
    }
    writer.into_inner().map_err(|error| ApiError::internal(error.to_string()))
}

/// The report as an HTML page.
pub(super) fn html(shown: &Match, lang: Lang) -> String {
    let games: Vec<ReportedGame> =
        shown.progress().games.iter().map(|game| game.as_ref().into()).collect();
    match_report::html(&shown.shown().into(), &games, lang)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::client::{Client, Peer, Quota};
    use crate::matches::{AllowedMatch, MatchState, Matches, PlayedMatch};
    use crate::scheduler::{Account, Lane, Scheduler, TaskOptions};
    use crate::store::Store;
    use crate::tables::Tables;
    use othellier_measure::MatchSettings;
    use std::sync::Arc;

    #[test]
    fn a_match_is_played_counted_and_reported() {
        let [a, b] = ["random", "level-2"].map(|text| text.parse().unwrap());
        let (games, random_plies) = (6.try_into().unwrap(), Some(2));
        let settings = MatchSettings { games, random_plies, size: 4, ..MatchSettings::new(a, b) };
        let allowed = AllowedMatch::new(settings, || 7).unwrap();
        let matches = Matches::new(Arc::new(Store::in_memory().unwrap()));
        let played = matches.add(allowed).unwrap();
        let client = Client::anonymous(Peer::default());
        let permit = Quota::new("matches", [1, 1, 1]).take(&client).unwrap();
        let work = PlayedMatch::new(played.clone(), Tables::new(1 << 20), permit);
        let scheduler = Scheduler::new(1);
        let options = TaskOptions::new(Account::of(&client), Lane::Background, played.stop.clone());
        scheduler.push(options, Box::new(work));
        while !played.progress().state.is_over() {
            std::thread::yield_now();
        }
        scheduler.close();
        assert_eq!(played.progress().state, MatchState::Done);
        let standings = played.shown();
        let standings = serde_json::to_value(&standings).unwrap();
        assert_eq!(standings["standings"]["played"], 6);
        let table = String::from_utf8(csv(&played).unwrap()).unwrap();
        assert_eq!(table.lines().count(), 7);
        assert!(table.starts_with("index,pair,opening,a_color,black,white,moves,"), "{table}");
        for lang in [Lang::En, Lang::Fr] {
            let page = html(&played, lang);
            assert!(page.contains("<svg") && page.contains("level-2") && !page.contains("<script"));
        }
    }
}
