//! The configuration of the manual: three users, their accounts and permissions, and encryption.

use std::sync::{Arc, Mutex};
use std::time::Duration;

use async_nats::{Client, ConnectOptions, Event, jetstream};
use othellier_job_nats::{Access, Grid, Login, NatsError, Submission, TaskError};
use othellier_platform::parallel::StopSignal;

use crate::refusals::key;
use crate::server::Server;
use crate::transport::{Hand, collect, submission, submit, wait_until};
use crate::trust::Club;

/// The configuration that a page of the manual prints.
fn printed(page: &str) -> String {
    let docs = concat!(env!("CARGO_MANIFEST_DIR"), "/../../docs");
    let page = std::fs::read_to_string(format!("{docs}/{page}")).unwrap();
    let (_, after) = page.split_once("```conf\n").expect("a configuration");
    after.split_once("```").expect("its end").0.to_owned()
}

/// Submitter, worker and reader do their work over an encrypted connection, and nothing else.
pub(crate) fn the_accounts_of_the_manual() {
    assert_eq!(printed("grid.md"), printed("fr/grid.md"));
    let home = tempfile::tempdir().unwrap();
    let [config, log] = ["grid.conf", "log"].map(|name| home.path().join(name));
    let keys = key("").display().to_string();
    // The arguments name the folder.
    let text =
        printed("grid.md").replace("/etc/nats/", &keys).replace(r#"store_dir: "/srv/nats""#, "");
    std::fs::write(&config, text).unwrap();
    let arguments = ["-c", config.to_str().unwrap(), "-l", log.to_str().unwrap()];
    let server = Server::with(home.path(), &arguments);
    let url = server.url();
    let user = |name: &str, number: u8| Access {
        url: url.clone(),
        login: Login::User { name: name.to_owned(), password: format!("change-me-{number}") },
        authority: Some(key("ca.pem")),
        certificate: None,
    };
    let [submitter, worker, reader] = [user("submitter", 1), user("worker", 2), user("reader", 3)];
    for wrong in [user("worker", 1), Access { login: Login::Anonymous, ..user("worker", 2) }] {
        let refused = Grid::connect(&wrong).err();
        assert!(matches!(refused, Some(NatsError::NotAuthorized { .. })), "{refused:?}");
    }
    let open = Access { authority: None, ..user("worker", 2) };
    assert!(matches!(Grid::connect(&open).err(), Some(NatsError::Tls { .. })));

    let club = Club::on(home, server, &submitter, worker.clone());
    let honest = club.honest("honest");
    club.collect("out", 1.0);
    let status = Grid::connect(&reader).unwrap().wire_status(Some("pairs")).unwrap();
    assert_eq!((status.jobs[0].done, status.jobs[0].state.as_str()), (12, "done"));
    wait_until(|| {
        let status = Grid::connect(&reader).unwrap().wire_status(None).unwrap();
        status.workers.iter().any(|worker| worker.worker == "honest")
    });
    honest.stop();
    // Results that are files, and units that fail.
    fn long(number: u64, _: u64, _: &StopSignal) -> Result<Vec<u8>, TaskError> {
        match number {
            0 => Ok(vec![7; 3 << 20]),
            _ => Err(TaskError::Failed("poisoned".to_owned())),
        }
    }
    let files = vec![vec![1; 1 << 18]];
    submit(&club.grid, &Submission { files, ..submission("long", 2) });
    let hand = Hand::by(&worker, "hand", 2, long);
    let (_, found) = collect(&club.grid, &club.grid.job("long").unwrap());
    assert_eq!(found[&0], vec![7; 3 << 20]);
    let letters = Grid::connect(&reader).unwrap().wire_status(Some("long")).unwrap();
    assert_eq!(letters.jobs[0].dead_letters[0].error, "poisoned");
    hand.stop();
    let said = std::fs::read_to_string(&log).unwrap();
    assert!(!said.contains("Violation"), "{said}");

    let job = club.grid.job("pairs").unwrap().job;
    refused(
        &worker,
        &[
            "$KV.OTHELLIER_JOBS.forged".to_owned(),
            format!("othellier.units.{job}.1"),
            "$JS.API.STREAM.PURGE.OTHELLIER_RESULTS".to_owned(),
            "$JS.API.STREAM.MSG.DELETE.OTHELLIER_RESULTS".to_owned(),
            "$JS.API.STREAM.DELETE.OTHELLIER_RESULTS".to_owned(),
            "$JS.API.STREAM.UPDATE.OTHELLIER_RESULTS".to_owned(),
            "$JS.API.CONSUMER.CREATE.OBJ_OTHELLIER_FILES".to_owned(),
        ],
    );
    refused(
        &reader,
        &[
            "$KV.OTHELLIER_JOBS.forged".to_owned(),
            "$KV.OTHELLIER_WORKERS.forged".to_owned(),
            format!("othellier.results.{job}.1"),
            format!("$JS.API.CONSUMER.MSG.NEXT.OTHELLIER_UNITS.{job}"),
            "$JS.API.STREAM.PURGE.OTHELLIER_UNITS".to_owned(),
            "$JS.API.CONSUMER.CREATE.OTHELLIER_UNITS".to_owned(),
            // One that pushes would write what it reads to any subject.
            "$JS.API.CONSUMER.CREATE.OTHELLIER_RESULTS".to_owned(),
            "$JS.API.CONSUMER.CREATE.OTHELLIER_RESULTS.push".to_owned(),
            "$JS.API.CONSUMER.DURABLE.CREATE.OTHELLIER_DEAD.push".to_owned(),
        ],
    );
    let record = format!("$KV.OTHELLIER_JOBS.{job}");
    answers_stay_away(
        &submitter,
        &worker,
        &[
            format!("$JS.API.DIRECT.GET.OTHELLIER_RESULTS.othellier.results.{job}.1"),
            "$JS.API.STREAM.INFO.OTHELLIER_RESULTS".to_owned(),
        ],
        &[record.clone(), format!("othellier.units.{job}.1")],
    );
    answers_stay_away(
        &submitter,
        &reader,
        &[
            format!("$JS.API.DIRECT.GET.KV_OTHELLIER_JOBS.{record}"),
            "$JS.API.STREAM.INFO.OTHELLIER_RESULTS".to_owned(),
        ],
        &[record, format!("othellier.results.{job}.99"), format!("othellier.units.{job}.1")],
    );
    // The log would have reported one before.
    wait_until(|| std::fs::read_to_string(&log).unwrap().contains("Violation"));
}

/// A connection of a user, who hears what the server refuses.
async fn connected(access: &Access, said: &Arc<Mutex<Vec<String>>>) -> Client {
    let Login::User { name, password } = access.login.clone() else { panic!("a user") };
    let hear = Arc::clone(said);
    let options = ConnectOptions::new()
        .user_and_password(name, password)
        .add_root_certificates(access.authority.clone().unwrap())
        .event_callback(move |event| {
            let hear = Arc::clone(&hear);
            async move {
                if let Event::ServerError(error) = event {
                    hear.lock().unwrap().push(error.to_string().to_lowercase());
                }
            }
        });
    options.connect(access.url.as_str()).await.unwrap()
}

/// The server refuses to take messages on these subjects.
#[track_caller]
fn refused(access: &Access, subjects: &[String]) {
    let said = Arc::default();
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    let client = runtime.block_on(async {
        let client = connected(access, &said).await;
        for subject in subjects {
            client.publish(subject.clone(), "".into()).await.unwrap();
        }
        client.flush().await.unwrap();
        client
    });
    let is_refused = |subject: &String| {
        let subject = subject.to_lowercase();
        said.lock()
            .unwrap()
            .iter()
            .any(|said| said.contains("permissions violation") && said.contains(&subject))
    };
    wait_until(|| subjects.iter().all(is_refused));
    drop(client);
}

/// Whoever asks names the subject of the answer, and nobody may publish where the server then would: what this
/// user may ask for is answered, but not into the jobs and their units.
fn answers_stay_away(submitter: &Access, access: &Access, requests: &[String], replies: &[String]) {
    let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build().unwrap();
    runtime.block_on(async {
        let said = Arc::default();
        let context = jetstream::new(connected(submitter, &said).await);
        let stored = async || {
            let mut stored = Vec::new();
            for name in ["KV_OTHELLIER_JOBS", "OTHELLIER_UNITS", "OTHELLIER_RESULTS"] {
                let stream = context.get_stream(name).await.unwrap();
                stored.push(stream.cached_info().state.last_sequence);
            }
            stored
        };
        let before = stored().await;
        let client = connected(access, &said).await;
        for request in requests {
            for reply in replies {
                let (request, reply) = (request.clone(), reply.clone());
                client.publish_with_reply(request, reply, "".into()).await.unwrap();
            }
            let answer = client.request(request.clone(), "".into()).await.unwrap();
            assert!(!answer.payload.is_empty() && answer.status.is_none(), "{request}: {answer:?}");
        }
        tokio::time::sleep(Duration::from_millis(300)).await;
        assert_eq!(stored().await, before);
        assert_eq!(*said.lock().unwrap(), [""; 0]);
    });
}
