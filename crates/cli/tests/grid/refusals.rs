//! Failures on the way to the server: one sentence each, and nothing is lost.

use std::process::Output;

use crate::common::{Finish, execute, objects, othellier, run, text};
use crate::server::Server;

/// One sentence on stderr with this exit code.
#[track_caller]
fn check_sentence(output: &Output, code: i32, said: &str) {
    let sentence = text(&output.stderr);
    assert_eq!(output.status.code(), Some(code), "{sentence}");
    assert!(sentence.contains(said), "{sentence}");
    assert_eq!(sentence.trim_end().lines().count(), 1, "{sentence}");
}

const JOB: &str =
    "format = 1\nname = \"big\"\n[match]\na = \"random\"\nb = \"random\"\ngames = 4000\nunit = 2\n";

pub(crate) fn one_sentence_each() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("job.toml");
    std::fs::write(&file, JOB).unwrap();
    let file = file.to_str().unwrap();
    check_sentence(&execute(&["worker", "http://x"]), 2, "is not the address of a NATS server");
    let nobody = execute(&["grid", "submit", file, "--to", "nats://127.0.0.1:1"]);
    check_sentence(&nobody, 2, "no NATS server answers at nats://127.0.0.1:1");
    let user = execute(&["worker", "nats://127.0.0.1:1", "--user", "club"]);
    check_sentence(&user, 2, "needs a password");

    let storage = folder.path().join("guarded");
    std::fs::create_dir(&storage).unwrap();
    let guarded = Server::with(&storage, &["-js", "--user", "club", "--pass", "f5d6"]);
    let status = ["grid", "status", "--user", "club", "--from", &guarded.url(), "--json"];
    let mut wrong = othellier(&status);
    let wrong = wrong.env("OTHELLIER_NATS_PASSWORD", "f5f6").finish();
    check_sentence(&wrong, 2, "refuses the user name, password");
    let mut right = othellier(&status);
    let right = right.env("OTHELLIER_NATS_PASSWORD", "f5d6").finish();
    assert_eq!(right.status.code(), Some(0), "{}", text(&right.stderr));
    drop(guarded);

    let storage = folder.path().join("plain");
    std::fs::create_dir(&storage).unwrap();
    let plain = Server::with(&storage, &["--auth", "f5d6"]);
    let from = ["grid", "status", "--from", &plain.url()];
    check_sentence(&execute(&from), 2, "refuses the user name, password, token");
    let token = folder.path().join("token");
    std::fs::write(&token, "f5d6\n").unwrap();
    let token = token.to_str().unwrap();
    let no_jetstream = execute(&[&from[..], &["--token-file", token]].concat());
    check_sentence(&no_jetstream, 2, "runs without JetStream; start it with `nats-server -js`");
    let no_authority = execute(&[&from[..], &["--tls-ca", token]].concat());
    check_sentence(&no_authority, 2, "no encrypted connection to the NATS server");
    drop(plain);

    // A server with little room: the submission stops, and resumes when there is more.
    let storage = folder.path().join("small");
    std::fs::create_dir(&storage).unwrap();
    let config = folder.path().join("small.conf");
    let limit = |bytes: &str| {
        std::fs::write(&config, format!("jetstream {{ max_file_store: {bytes} }}\n")).unwrap();
    };
    limit("100K");
    let mut small = Server::with(&storage, &["-js", "-c", config.to_str().unwrap()]);
    let url = small.url();
    let submit = ["grid", "submit", file, "--to", &url, "--json"];
    check_sentence(&execute(&submit), 1, "the storage of the NATS server is full");
    small.kill();
    limit("1G");
    small.restart();
    let more = &objects(&run(&submit, 0))[0];
    let [queued, waiting] = ["queued", "waiting"].map(|key| more[key].as_u64().unwrap());
    assert!(queued > 0 && waiting > 0 && queued + waiting == 2000, "{more}");
    let unknown = execute(&["grid", "cancel", "bog", "--from", &url]);
    check_sentence(&unknown, 2, "the grid has no job `bog`; its jobs are: ");
    let cancel = ["grid", "cancel", "big", "--delete", "--from", &url, "--json"];
    assert_eq!(objects(&run(&cancel, 0))[0]["cancelled"], 2000);

    // A worker does the units that are left.
    let few = folder.path().join("few.toml");
    let job = "format = 1\nname = \"few\"\n[match]\na = \"random\"\nb = \"random\"\n";
    std::fs::write(&few, format!("{job}games = 4\nunit = 2\n")).unwrap();
    run(&["grid", "submit", few.to_str().unwrap(), "--to", &url], 0);
    let cache = folder.path().join("cache");
    let work = ["worker", &url, "--until-empty", "--cache", cache.to_str().unwrap(), "--json"];
    let done = objects(&run(&work, 0));
    let kinds: Vec<&str> = done.iter().map(|event| event["type"].as_str().unwrap()).collect();
    assert_eq!(kinds, ["unit", "unit", "worker"]);
}
