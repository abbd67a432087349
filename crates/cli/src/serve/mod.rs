//! `othellier serve`: the page, and the API behind it.

mod grid;

use std::net::{IpAddr, Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::process::{Command, Stdio};
use std::sync::Arc;

use clap::{Args, ValueEnum};
use etcetera::{BaseStrategy, choose_base_strategy};
use othellier_locale::{Lang, Value, message, tr};
use othellier_server::{
    Config, Ending, GridSource, HostName, Network, Password, ServeError, Server,
};
use othellier_wire::{Serving, ServingType};
use tracing_subscriber::filter::LevelFilter;

use crate::common::archive::ArchiveArgs;
use crate::common::error::CliError;
use crate::common::interrupt::interrupt;
use crate::common::options::Common;
use crate::common::values::{self, ExpectedValue};
use crate::common::{files, output};

/// Serve the page: play, watch, analyse and learn in the browser
#[derive(Args)]
#[command(after_help = "\
Examples:
  othellier serve --open
  othellier serve --bind 0.0.0.0 --port 8000     for others on the network too
  othellier serve --trust-proxy --host board.example --password secret.txt     behind a proxy
  othellier serve --grid nats://192.168.1.10:4222     with the jobs of many machines")]
pub(crate) struct Options {
    /// Port to listen on; 0 takes any free one
    #[arg(long, default_value = "8088", value_name = "N", value_parser = values::within::<u16>(0..=65_535))]
    port: u16,
    /// Address to listen on; by default only this machine can reach the page
    #[arg(long, default_value_t = Ipv4Addr::LOCALHOST.into(), value_name = "ADDRESS")]
    bind: IpAddr,
    /// A host name by which browsers reach this machine, besides its addresses; may be repeated
    #[arg(long, value_name = "NAME", value_parser = host_name)]
    host: Vec<HostName>,
    /// A file with a password for the whole site
    #[arg(long, value_name = "FILE")]
    password: Option<PathBuf>,
    /// Believe what a proxy says of its clients (X-Forwarded-For, Forwarded): a proxy on this machine, or
    /// those of these addresses and networks
    #[arg(long, value_name = "ADDRESS,...", num_args = 0..=1, value_delimiter = ',',
          default_missing_value = "127.0.0.0/8,::1", value_parser = network)]
    trust_proxy: Vec<Network>,
    /// Log on stderr, with --json as JSON: nothing, what fails, what may become a problem, every request,
    /// or also what is refused
    #[arg(long, value_enum, default_value = "warn", value_name = "LEVEL")]
    log: LogLevel,
    /// Folder of the games; by default the user's data folder
    #[arg(long, value_name = "DIR")]
    data: Option<PathBuf>,
    /// Cores for searches and jobs; by default all
    #[arg(long, value_name = "N", value_parser = values::within::<u16>(1..=256))]
    threads: Option<u16>,
    /// Memory for the tables of all searches
    #[arg(long, value_name = "SIZE", value_parser = values::table_bytes, default_value = "256MiB")]
    memory: usize,
    #[command(flatten)]
    archive: ArchiveArgs,
    #[command(flatten)]
    grid: grid::GridOptions,
    /// Open the page in the browser
    #[arg(long)]
    open: bool,
    /// Folder with the files of the page instead of the embedded ones, for developers of the page
    #[arg(long, value_name = "DIR")]
    ui: Option<PathBuf>,
}

/// The least level that is logged.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum LogLevel {
    Off,
    Error,
    Warn,
    Info,
    Debug,
}

impl LogLevel {
    /// Sends the log to stderr from now on.
    fn start(self, is_json: bool) {
        let level = match self {
            LogLevel::Off => LevelFilter::OFF,
            LogLevel::Error => LevelFilter::ERROR,
            LogLevel::Warn => LevelFilter::WARN,
            LogLevel::Info => LevelFilter::INFO,
            LogLevel::Debug => LevelFilter::DEBUG,
        };
        let log = tracing_subscriber::fmt().with_max_level(level).with_writer(std::io::stderr);
        let log = log.with_ansi(false).with_target(false);
        if is_json { log.json().init() } else { log.init() }
    }
}

/// Reads an address or a network.
fn network(text: &str) -> Result<Network, ExpectedValue> {
    text.parse().map_err(|_| ExpectedValue::Described("expected-network"))
}

fn host_name(text: &str) -> Result<HostName, ExpectedValue> {
    text.parse().map_err(|_| ExpectedValue::Described("expected-host"))
}

/// Serves until Ctrl-C, which ends with 130, or SIGTERM, which ends with 0.
pub(crate) fn run(common: Common, options: Options) -> Result<(), CliError> {
    let lang = common.lang;
    if let Some(folder) = options.ui.as_deref().filter(|ui| !ui.join("index.html").is_file()) {
        return Err(files::refused(folder, message!("serve-no-page")));
    }
    let data = options.data.or_else(default_folder);
    let data = data.ok_or_else(|| CliError::usage(message!("serve-no-folder")))?;
    let password = options.password.as_deref().map(files::password).transpose()?;
    // It is closed here, after the server: the connection has threads of its own.
    let shown = options.grid.connect(lang)?.map(Arc::new);
    let grid = shown.clone().map(|shown| GridSource::new(move |job| shown.status(job)));
    let config = Config {
        data: Some(data.clone()),
        threads: options.threads.map(usize::from),
        memory: Some(options.memory),
        names: options.host,
        proxies: options.trust_proxy,
        password: password.as_deref().and_then(Password::new),
        ui: options.ui,
        archive: options.archive.checked()?,
        grid,
    };
    let address = SocketAddr::new(options.bind, options.port);
    options.log.start(common.json);
    let server = Server::bind(address, config).map_err(refused)?.obeying_signals();
    let address = server.address()?;
    let url = url(address);
    let folder = data.display().to_string();
    if common.json {
        let (kind, address, data) = (ServingType::Tag, address.to_string(), folder);
        output::json(&Serving { kind, url: url.clone(), address, data })?;
    } else {
        output::line(&tr!(lang, "serve-ready", url = url.as_str()))?;
        anstream::eprintln!("{}", tr!(lang, "serve-data", folder = folder));
    }
    if !options.bind.is_loopback() {
        anstream::eprintln!("{}", lang.text("serve-open-to-others"));
    }
    if options.open {
        open(lang, &url);
    }
    let ending = server.run().map_err(refused)?;
    drop(shown);
    anstream::eprintln!("{}", lang.text("serve-goodbye"));
    match ending {
        Ending::Interrupted => interrupt(),
        Ending::Stopped | Ending::Terminated => Ok(()),
    }
}

fn refused(error: ServeError) -> CliError {
    match error {
        ServeError::Address { address, error } => {
            let (address, why) = (address.to_string(), Value::localized(error));
            CliError::usage(message!("serve-address", address = address, why = why))
        }
        ServeError::Data { folder, error } => {
            let (folder, why) = (folder.display().to_string(), Value::localized(error));
            CliError::usage(message!("serve-folder", folder = folder, why = why))
        }
        ServeError::Locked { folder, holder } => {
            let folder = folder.display().to_string();
            CliError::usage(message!("serve-locked", folder = folder, holder = holder))
        }
        ServeError::Store { file, error } => {
            let (file, why) = (file.display().to_string(), Value::localized(error));
            CliError::failed(message!("serve-games", file = file, why = why))
        }
        ServeError::Start(error) => {
            CliError::failed(message!("serve-start", why = Value::localized(error)))
        }
    }
}

fn default_folder() -> Option<PathBuf> {
    choose_base_strategy().ok().map(|strategy| strategy.data_dir().join("othellier"))
}

/// The URL for a browser on this machine.
fn url(address: SocketAddr) -> String {
    let host = match address.ip() {
        IpAddr::V4(ip) if ip.is_unspecified() => "127.0.0.1".to_owned(),
        IpAddr::V6(ip) if ip.is_unspecified() => "[::1]".to_owned(),
        IpAddr::V4(ip) => ip.to_string(),
        IpAddr::V6(ip) => format!("[{ip}]"),
    };
    format!("http://{host}:{}/", address.port())
}

fn open(lang: Lang, url: &str) {
    let program = match std::env::consts::OS {
        "macos" => "open",
        "windows" => "explorer",
        _ => "xdg-open",
    };
    let mut command = Command::new(program);
    let quiet = command.arg(url).stdin(Stdio::null()).stdout(Stdio::null()).stderr(Stdio::null());
    if quiet.spawn().is_err() {
        anstream::eprintln!("{}", tr!(lang, "serve-no-browser", url = url));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_url_can_be_opened_in_a_browser() {
        for (address, shown) in [
            ("127.0.0.1:80", "http://127.0.0.1:80/"),
            ("0.0.0.0:8088", "http://127.0.0.1:8088/"),
            ("[::]:1", "http://[::1]:1/"),
            ("[fe80::1]:1", "http://[fe80::1]:1/"),
        ] {
            assert_eq!(url(address.parse().unwrap()), shown);
        }
    }
}
