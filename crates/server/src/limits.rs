//! Every number that bounds the traffic. The bounds of single requests are in `othellier_service::limits`.

use std::time::Duration;

pub(crate) const BODY_BYTES: usize = 256 << 10;
/// The largest file of games.
pub(crate) const FILE_BYTES: usize = 8 << 20;
/// How long a body may take to arrive.
pub(crate) const BODY_TIME: Duration = Duration::from_secs(10);
/// How long the header of a request may take to arrive, and a connection may be idle.
pub(crate) const HEAD_TIME: Duration = Duration::from_secs(10);
/// Connections at once, as far as the system has files for them.
pub(crate) const CONNECTIONS: usize = 4_096;
/// Files that are left for other things than connections.
pub(crate) const OTHER_FILES: usize = 128;
/// Connections at once from one address; from this machine itself, where many people may be behind one.
pub(crate) const CONNECTIONS_PER_ADDRESS: usize = 512;
pub(crate) const CONNECTIONS_FROM_HERE: usize = 2_048;
/// Connections above the limits that are refused with an answer at once; further ones are closed.
pub(crate) const REFUSALS: usize = 64;
/// Requests to the API per second: per client, per address, in total.
pub(crate) const REQUESTS: [usize; 3] = [400, 4_000, 8_000];
/// The cost of wrong guesses of passwords, codes and tokens.
#[derive(Clone, Copy, Debug)]
pub(crate) struct GuessLimit {
    /// The wrong guess within [`GUESS_TIME`] that closes the door for [`FIRST_PAUSE`]; each further one
    /// closes it for twice as long.
    pub(crate) closes_at: usize,
    pub(crate) longest_pause: Duration,
}
pub(crate) const GUESSES: GuessLimit =
    GuessLimit { closes_at: 20, longest_pause: Duration::from_secs(15 * 60) };
pub(crate) const ALL_GUESSES: GuessLimit =
    GuessLimit { closes_at: 1_000, longest_pause: Duration::from_secs(60) };
pub(crate) const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// How long a wrong guess counts.
pub(crate) const GUESS_TIME: Duration = Duration::from_secs(60 * 60);
/// Addresses whose refused guesses are counted one by one.
pub(crate) const REFUSED_ADDRESSES: usize = 20_000;
/// Tokens that are remembered as right, and for how long after their last use.
pub(crate) const KNOWN_KEYS: usize = 100_000;
pub(crate) const KEY_TIME: Duration = Duration::from_secs(24 * 60 * 60);
/// How long the last responses may take when the server shuts down.
pub(crate) const SHUTDOWN_TIME: Duration = Duration::from_secs(3);

/// Analyses at once: per client, per address, in total.
pub(crate) const ANALYSES: [usize; 3] = [4, 64, 256];
/// Game streams at once, likewise.
pub(crate) const WATCHERS: [usize; 3] = [8, 2_000, 4_000];
/// Jobs at once (reviews, trees, exercises, imports, heat maps), likewise.
pub(crate) const JOBS: [usize; 3] = [4, 64, 256];
/// Matches that run or wait, likewise.
pub(crate) const MATCHES: [usize; 3] = [1, 8, 64];
/// How long a match may play, without the time in which it waits.
pub(crate) const MATCH_TIME: Duration = Duration::from_secs(3600);
/// Pieces of work that run or wait, likewise.
pub(crate) const WORK: [usize; 3] = [1, 4, 16];
/// How long work may run, without the time in which it waits.
pub(crate) const WORK_TIME: Duration = Duration::from_secs(600);
/// The size of work: its units, and the bytes of its rows and of the memory of a unit.
pub(crate) const WORK_UNITS: u64 = 1_000;
pub(crate) const WORK_BYTES: u64 = 64 << 20;
/// Pieces of work that are kept, with those that run.
pub(crate) const WORK_KEPT: usize = 32;
/// Matches in memory, and on disk.
pub(crate) const MATCHES_IN_MEMORY: usize = 64;
pub(crate) const STORED_MATCHES: u64 = 1_000;
pub(crate) const STORED_REVIEWS: u64 = 10_000;
pub(crate) const STORED_GAMES: u64 = 1_000_000;
/// New games per minute: per client, per address, in total.
pub(crate) const NEW_GAMES: [usize; 3] = [60, 3_000, 6_000];
/// How long the programs of a game continue after its last viewer has left: a page may be loaded again.
pub(crate) const LEAVE_TIME: Duration = Duration::from_secs(2);
/// New rooms per minute, likewise.
pub(crate) const NEW_ROOMS: [usize; 3] = [10, 60, 300];
pub(crate) const STORED_ROOMS: u64 = 10_000;
/// Rooms whose shares are charged for the requests of one address, in a minute.
pub(crate) const CHARGED_ROOMS: usize = 8;
/// Members of a room, also those who left.
pub(crate) const ROOM_MEMBERS: usize = 200;
/// Open challenges, questions and sets of exercises of a room.
pub(crate) const ROOM_LISTS: usize = 100;
pub(crate) const ROOM_GAMES: usize = 5_000;
/// Finished games that a room shows; all of them can be downloaded.
pub(crate) const ROOM_GAMES_SHOWN: usize = 200;
pub(crate) const SET_EXERCISES: usize = 30;
/// Choices of a question.
pub(crate) const ROOM_CHOICES: usize = 10;
/// Archive queries at once: each takes milliseconds, the others wait.
pub(crate) const ARCHIVE_QUERIES: usize = 2;
/// How often the server of the grid is asked, while somebody looks.
pub(crate) const GRID_INTERVAL: Duration = Duration::from_secs(2);
/// How often unused memory is given back.
pub(crate) const TIDY_INTERVAL: Duration = Duration::from_secs(5);
/// How often expired invitations are deleted.
pub(crate) const DELETION_INTERVAL: Duration = Duration::from_secs(60 * 60);

#[cfg(test)]
mod tests {
    use othellier_service::limits as service;

    use super::*;
    use crate::rooms::play::USUAL_CLOCK;
    use crate::seats::{INVITATION_KEPT, INVITATION_LIFE};
    use crate::tables::IDLE_TIME;

    /// A page of the manual in English and in French, with plain spaces.
    fn manual(english: &str, french: &str) -> [String; 2] {
        [english, french].map(|text| text.replace('\u{a0}', " "))
    }

    /// The limits of a client, an address and all.
    fn listed([client, address, all]: [usize; 3], and: &str) -> String {
        format!("{}, {} {and} {}", spaced(client), spaced(address), spaced(all))
    }

    /// A number with spaces between the thousands.
    fn spaced(number: usize) -> String {
        match number {
            0..1_000 => number.to_string(),
            _ => format!("{} {:03}", spaced(number / 1_000), number % 1_000),
        }
    }

    /// A small number in English and in French.
    fn words(number: u64) -> [&'static str; 2] {
        match number {
            2 => ["two", "deux"],
            7 => ["seven", "sept"],
            8 => ["eight", "huit"],
            10 => ["ten", "dix"],
            _ => panic!("{number} has no words here, and the manual may need a figure"),
        }
    }

    /// A page of the manual, which is not part of the package.
    fn page(name: &str) -> &'static str {
        let path = format!("{}/../../docs/{name}", env!("CARGO_MANIFEST_DIR"));
        std::fs::read_to_string(path).unwrap().leak()
    }

    #[test]
    fn the_manual_states_the_limits_in_both_languages() {
        let serve = manual(page("serve.md"), page("fr/serve.md"));
        let rooms = manual(page("rooms.md"), page("fr/rooms.md"));
        let (kib, mib) = (BODY_BYTES >> 10, FILE_BYTES >> 20);
        let (body, idle) = (BODY_TIME.as_secs(), HEAD_TIME.as_secs());
        let [a, b, c] = ANALYSES;
        let [client, address, _] = REQUESTS.map(spaced);
        let connections = [CONNECTIONS_PER_ADDRESS, CONNECTIONS_FROM_HERE, CONNECTIONS].map(spaced);
        let [per_address, from_here, in_all] = connections;
        let (think, table) = (service::MOVE_TIME.as_secs(), service::SPEC_BYTES >> 20);
        let (hours, days) = (INVITATION_LIFE.as_secs() / 3600, INVITATION_KEPT.as_secs() / 86_400);
        let [games, reviews, matches, stored_rooms] =
            [STORED_GAMES, STORED_REVIEWS, STORED_MATCHES, STORED_ROOMS]
                .map(|n| spaced(n as usize));
        let (closes_at, all_close_at) = (GUESSES.closes_at, spaced(ALL_GUESSES.closes_at));
        let (first, refused) = (FIRST_PAUSE.as_secs(), spaced(REFUSED_ADDRESSES));
        let [longest, of_all] =
            [GUESSES, ALL_GUESSES].map(|limit| limit.longest_pause.as_secs() / 60);
        assert_eq!(GUESS_TIME.as_secs(), 3600, "the manual says an hour");
        assert_eq!(MATCH_TIME.as_secs(), 3600, "the manual says an hour");
        let (members, room_games, lists) = (ROOM_MEMBERS, spaced(ROOM_GAMES), ROOM_LISTS);
        let states = |[english, french]: &[String; 2], said: String, dit: String| {
            assert!(english.contains(&said), "the manual does not say: {said}");
            assert!(french.contains(&dit), "le manuel ne dit pas : {dit}");
        };
        let [work, travail] = ["and", "et"].map(|and| listed(WORK, and));
        let (minutes, work_mib) = (WORK_TIME.as_secs() / 60, WORK_BYTES >> 20);
        let (units, kept) = (spaced(WORK_UNITS as usize), WORK_KEPT);
        states(&serve, format!("; {work} pieces of work; "), format!("; {travail} calculs ; "));
        states(
            &serve,
            format!(
                "Work runs for {minutes} minutes at most, has at most {units} units and {work_mib} MiB of rows; the latest {kept} pieces are kept"
            ),
            format!(
                "Un calcul dure au plus {minutes} minutes et compte au plus {units} unités et {work_mib} Mio de lignes ; les {kept} derniers sont gardés"
            ),
        );
        let [jobs, running, streams, new_games] = [JOBS, MATCHES, WATCHERS, NEW_GAMES];
        let [jobs_fr, running_fr, streams_fr, new_games_fr] =
            [jobs, running, streams, new_games].map(|three| listed(three, "et"));
        let [jobs, running, streams, new_games] =
            [jobs, running, streams, new_games].map(|three| listed(three, "and"));
        states(
            &serve,
            format!("At once: {a} analyses per browser, {b} per address, {c} in total; "),
            format!(
                "À la fois : {a} analyses continues par navigateur, {b} par adresse, {c} en tout ; "
            ),
        );
        states(
            &serve,
            format!("; {jobs} reviews, trees,"),
            format!("; {jobs_fr} analyses de parties, arbres,"),
        );
        states(&serve, format!("; {running} matches; "), format!("; {running_fr} matchs ; "));
        states(
            &serve,
            format!("; {streams} streams of games."),
            format!("; {streams_fr} flux de parties."),
        );
        states(
            &serve,
            format!("New games per minute: {new_games}."),
            format!("Nouvelles parties par minute : {new_games_fr}."),
        );
        states(
            &serve,
            format!(
                "Requests are at most {kib} KiB, files of games {mib} MiB, and must arrive within {body} s;"
            ),
            format!(
                "Une requête fait au plus {kib} Kio, un fichier de parties {mib} Mio, et ils doivent arriver en {body} s ;"
            ),
        );
        states(
            &serve,
            format!("a connection that is silent for {idle} s is closed"),
            format!("une connexion muette pendant {idle} s est fermée"),
        );
        states(
            &serve,
            format!("at most {client} requests a second, an address {address}."),
            format!("au plus {client} requêtes par seconde, une adresse {address}."),
        );
        states(
            &serve,
            format!(
                "Connections: {per_address} per address, {from_here} from the machine itself, {in_all} in"
            ),
            format!(
                "Connexions : {per_address} par adresse, {from_here} depuis la machine elle-même, {in_all} en"
            ),
        );
        states(
            &serve,
            format!("More than {think} s per move or a transposition table above {table} MiB"),
            format!(
                "Plus de {think} s par coup, ou une table de transposition de plus de {table} Mio"
            ),
        );
        states(
            &serve,
            format!("An invitation can be accepted for {hours} hours;"),
            format!("Une invitation peut être acceptée pendant {hours} heures ;"),
        );
        states(
            &serve,
            format!("one that nobody has accepted is deleted after {days} days"),
            format!("celle que personne n'a acceptée est supprimée après {days} jours"),
        );
        states(
            &serve,
            format!("The latest {games} games are kept"),
            format!("Les {games} dernières parties sont gardées"),
        );
        states(
            &serve,
            format!("The latest {reviews} reviews and {matches} matches are kept"),
            format!(
                "Les {reviews} dernières analyses et les {matches} derniers matchs sont gardés"
            ),
        );
        states(
            &serve,
            format!(
                "The {closes_at}th wrong guess of an address within an hour closes the door to it for {first} s,"
            ),
            format!(
                "Le {closes_at}ᵉ essai faux d'une adresse en une heure lui ferme la porte pendant {first} s,"
            ),
        );
        states(
            &serve,
            format!("for twice as long, up to {longest} minutes."),
            format!("deux fois plus longtemps, jusqu'à {longest} minutes."),
        );
        states(
            &serve,
            format!("The {all_close_at}th of all addresses"),
            format!("Le {all_close_at}ᵉ de toutes les adresses"),
        );
        states(
            &serve,
            format!("in the same way, up to {of_all} minute."),
            format!("de la même façon, jusqu'à {of_all} minute."),
        );
        states(
            &serve,
            format!("of each of {refused} addresses at most, and of the others together."),
            format!(
                "pour chacune de {refused} adresses au plus, et pour toutes les autres ensemble."
            ),
        );
        states(
            &rooms,
            format!("The latest {stored_rooms} rooms are kept."),
            format!("Les {stored_rooms} derniers salons sont gardés."),
        );
        states(
            &rooms,
            format!("Limits: {members} members, {room_games} games, {lists} tournaments"),
            format!("Limites : {members} membres, {room_games} parties, {lists} tournois"),
        );
        let idle = IDLE_TIME.as_secs();
        states(
            &serve,
            format!("what nobody has used for {idle} s is given back"),
            format!("ce dont personne ne s'est servi pendant {idle} s est rendu"),
        );
        let [two, deux] = words(LEAVE_TIME.as_secs());
        states(
            &serve,
            format!("stops thinking {two} seconds after the last viewer"),
            format!("cesse de réfléchir {deux} secondes après le départ du dernier spectateur"),
        );
        let [ten, dix] = words(USUAL_CLOCK.strip_suffix('m').unwrap().parse().unwrap());
        states(
            &rooms,
            format!("has a clock**, {ten} minutes if none is given."),
            format!("a une pendule**, de {dix} minutes si rien n'est dit."),
        );
        let [ten, dix] = words(ROOM_CHOICES as u64);
        states(
            &rooms,
            format!("one of up to {ten} choices"),
            format!("un choix parmi {dix} au plus"),
        );
    }

    /// It is in English alone.
    #[test]
    fn the_description_of_the_api_states_the_limits() {
        let api = page("api.md");
        let (kib, mib) = (BODY_BYTES >> 10, FILE_BYTES >> 20);
        let hours = INVITATION_LIFE.as_secs() / 3600;
        let [days, rooms] = [INVITATION_KEPT.as_secs() / 86_400, CHARGED_ROOMS as u64].map(words);
        let [least, most] = service::EXERCISE_EMPTIES;
        let (bytes, [analyses, ..]) = (BODY_BYTES, ANALYSES);
        let (analysis, depth) = (service::ANALYSIS_TIME.as_millis(), service::TREE_DEPTH);
        let (games, level) = (service::MATCH_GAMES, service::REVIEW_LEVEL);
        for said in [
            format!("`Content-Type: application/json` and is at most {kib} KiB."),
            format!("the bytes of a file of at most {mib} MiB"),
            format!("**An invitation expires** {hours} hours after it was made"),
            format!("After {} days an invitation that nobody accepted is deleted", days[0]),
            format!("For one address at most {} rooms are charged within a minute;", rooms[0]),
            format!(
                "\"limits\": {{\"body_bytes\": {bytes}, \"analysis_ms\": {analysis}, \"analyses\": {analyses}, \"tree_depth\": {depth}, \"exercise_empties\": [{least}, {most}], \"match_games\": {games}, \"review_level\": {level}}},"
            ),
        ] {
            assert!(api.contains(&said), "the manual does not say: {said}");
        }
    }

    #[test]
    fn the_sample_configurations_fit_the_limits_and_are_closed() {
        let english = page("deploy.md");
        let french = page("fr/deploy.md");
        let blocks = |page: &'static str| page.split("```").skip(1).step_by(2).collect::<Vec<_>>();
        assert_eq!(blocks(english), blocks(french), "the same in both languages");
        let block = |start: &str| {
            let found = blocks(english).into_iter().find(|block| block.contains(start));
            found.unwrap_or_else(|| panic!("no block has {start}"))
        };
        let number = |block: &str, name: &str| -> usize {
            let rest = block.split(name).nth(1).unwrap_or_else(|| panic!("no {name}"));
            let digits: String = rest.chars().take_while(char::is_ascii_digit).collect();
            digits.parse().unwrap()
        };
        let (caddy, nginx, unit) =
            (block("reverse_proxy"), block("proxy_pass"), block("[Service]"));
        for proxy in [caddy, nginx] {
            assert!(proxy.contains("Strict-Transport-Security max-age=31536000"), "{proxy}");
        }
        assert!(caddy.contains("respond /metrics 403\n"));
        assert!(nginx.contains("location = /metrics {\n        return 403;"));
        assert!(number(nginx, "client_max_body_size ") << 20 > FILE_BYTES);
        assert!(number(unit, "LimitNOFILE=") >= CONNECTIONS + OTHER_FILES);
        for page in [english, french] {
            let backup = page.lines().find(|line| line.contains(".backup ")).unwrap();
            assert!(backup.contains("`(umask 077; sqlite3 "), "it has every key: {backup}");
        }
        for line in [
            "UMask=0077",
            "CapabilityBoundingSet=",
            "NoNewPrivileges=yes",
            "ProtectSystem=strict",
            "MemoryDenyWriteExecute=yes",
            "SystemCallFilter=@system-service",
        ] {
            assert!(unit.lines().any(|one| one == line), "{line}");
        }
    }
}
