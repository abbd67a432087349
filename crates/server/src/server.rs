//! The server on a socket: locks its data folder, limits connections, times out slow request headers,
//! and shuts down gracefully.

use std::collections::HashMap;
use std::io;
use std::net::{IpAddr, SocketAddr, TcpListener};
use std::path::PathBuf;
use std::sync::{Arc, Mutex};

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::io::{AsyncReadExt, AsyncWriteExt};
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

use crate::address::Address;
use crate::client::Peer;
use crate::data_lock::DataLock;
use crate::{App, Config, Network, StoreError, app, limits};

/// A server bound to an address.
pub struct Server {
    listener: TcpListener,
    app: App,
    stop_requested: watch::Sender<bool>,
    obeys_signals: bool,
    /// Held until the server ends.
    lock: Option<DataLock>,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ending {
    /// It was asked to by its [`Stopper`].
    Stopped,
    Interrupted,
    /// By the system (SIGTERM), as a service manager asks.
    Terminated,
}

/// Asks a server to stop, from any thread.
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use, or is not one of this machine's.
    #[error("cannot listen on {address}: {error}")]
    Address { address: SocketAddr, error: io::Error },
    /// The data folder cannot be created.
    #[error("{} cannot be used: {error}", folder.display())]
    Data { folder: PathBuf, error: io::Error },
    /// Another server uses the data folder.
    #[error("{} is used by another server: {holder}", folder.display())]
    Locked {
        folder: PathBuf,
        /// Who holds it: a process id and an address.
        holder: String,
    },
    /// The database cannot be opened.
    #[error("cannot store games in {}: {error}", file.display())]
    Store {
        /// The file of the database.
        file: PathBuf,
        error: StoreError,
    },
    /// The operating system refuses a runtime.
    #[error("the server cannot start: {0}")]
    Start(io::Error),
}

impl Stopper {
    /// Asks the server to stop.
    pub fn stop(&self) {
        let _ = self.0.send(true);
    }
}

impl Server {
    /// Binds an address; port 0 is any free one.
    pub fn bind(address: SocketAddr, config: Config) -> Result<Server, ServeError> {
        let mut lock = config.data.as_deref().map(DataLock::take).transpose()?;
        let app = App::new(config)?;
        let listener =
            TcpListener::bind(address).map_err(|error| ServeError::Address { address, error })?;
        listener.set_nonblocking(true).map_err(ServeError::Start)?;
        lengthen_queue(&listener);
        if let (Some(lock), Ok(address)) = (&mut lock, listener.local_addr()) {
            lock.announce(address);
        }
        let stop_requested = watch::Sender::new(false);
        Ok(Server { listener, app, stop_requested, obeys_signals: false, lock })
    }

    /// Lets Ctrl-C and SIGTERM end the server, too.
    pub fn obeying_signals(self) -> Server {
        Server { obeys_signals: true, ..self }
    }

    /// The address it is bound to.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// A handle that stops it.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.stop_requested.clone())
    }

    /// Serves until it is asked to stop, and then until the open responses have ended.
    pub fn run(mut self) -> Result<Ending, ServeError> {
        let lock = self.lock.take();
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(64)
            .enable_all()
            .build()
            .map_err(ServeError::Start)?;
        let app = self.app.clone();
        let served = runtime.block_on(self.serve());
        app.begin_shutdown();
        runtime.shutdown_timeout(limits::SHUTDOWN_TIME);
        app.close();
        tracing::info!("the server has ended");
        drop(lock);
        served.map_err(ServeError::Start)
    }

    async fn serve(self) -> io::Result<Ending> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let router = app(self.app.clone());
        let connections = ConnectionLimit::new(most_connections(), &self.app.config.proxies);
        let refusals = Arc::new(Semaphore::new(limits::REFUSALS));
        let graceful = GracefulShutdown::new();
        let mut stop_requested = self.stop_requested.subscribe();
        let mut signals = Signals::new(self.obeys_signals)?;
        tracing::info!(address = %listener.local_addr()?, "the server listens");
        tokio::spawn(tidy_up(self.app.clone()));
        tokio::spawn(delete_expired(self.app.clone()));
        let ending = loop {
            let (stream, peer) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(_) => {
                        // Too many open files, or a client that disconnected at once.
                        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                        continue;
                    }
                },
                _ = stop_requested.wait_for(|requested| *requested) => break Ending::Stopped,
                ending = signals.next() => break ending,
            };
            let Some(permit) = connections.acquire(peer.ip().to_canonical()) else {
                self.app.metrics.count_refused();
                tracing::debug!(address = %peer.ip(), "too many connections");
                if let Ok(permit) = refusals.clone().try_acquire_owned() {
                    tokio::spawn(refuse(stream, permit));
                }
                continue;
            };
            self.app.metrics.count_connection();
            let _ = stream.set_nodelay(true);
            let service =
                TowerToHyperService::new(with_peer(router.clone(), peer.ip().to_canonical()));
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits::HEAD_TIME)
                .serve_connection(TokioIo::new(stream), service);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                let _ = connection.await;
                drop(permit);
            });
        };
        tracing::info!(?ending, "the server ends");
        // Streams never end by themselves: they are ended, then the other answers have some time.
        drop(listener);
        self.app.begin_shutdown();
        let _ = tokio::time::timeout(limits::SHUTDOWN_TIME, graceful.shutdown()).await;
        Ok(ending)
    }
}

/// The signals that end a server.
#[cfg(unix)]
struct Signals(Option<[tokio::signal::unix::Signal; 2]>);

#[cfg(unix)]
impl Signals {
    fn new(obeys: bool) -> io::Result<Signals> {
        use tokio::signal::unix::{SignalKind, signal};
        let kinds = [SignalKind::interrupt(), SignalKind::terminate()];
        let [interrupt, terminate] = kinds.map(|kind| obeys.then(|| signal(kind)).transpose());
        Ok(Signals(interrupt?.zip(terminate?).map(<[_; 2]>::from)))
    }

    async fn next(&mut self) -> Ending {
        match &mut self.0 {
            Some([interrupt, terminate]) => tokio::select! {
                _ = interrupt.recv() => Ending::Interrupted,
                _ = terminate.recv() => Ending::Terminated,
            },
            None => std::future::pending().await,
        }
    }
}

#[cfg(not(unix))]
struct Signals(bool);

#[cfg(not(unix))]
impl Signals {
    fn new(obeys: bool) -> io::Result<Signals> {
        Ok(Signals(obeys))
    }

    async fn next(&mut self) -> Ending {
        if !self.0 || tokio::signal::ctrl_c().await.is_err() {
            std::future::pending::<()>().await;
        }
        Ending::Interrupted
    }
}

/// Lets more connections wait to be accepted than the 128 of the standard library. One that finds the
/// queue full tries again after seconds.
fn lengthen_queue(listener: &TcpListener) {
    #[cfg(unix)]
    let _ = rustix::net::listen(listener, limits::CONNECTIONS as i32);
    #[cfg(not(unix))]
    let _ = listener;
}

/// How many connections there may be: the system is asked for as many files as it grants.
#[cfg(unix)]
fn most_connections() -> usize {
    use rustix::process::{Resource, Rlimit, getrlimit, setrlimit};
    let wanted = (limits::CONNECTIONS + limits::OTHER_FILES) as u64;
    let Rlimit { current, maximum } = getrlimit(Resource::Nofile);
    let granted = maximum.map_or(wanted, |maximum| maximum.min(wanted));
    let current = current.unwrap_or(wanted);
    let files = if current < granted {
        match setrlimit(Resource::Nofile, Rlimit { current: Some(granted), maximum }) {
            Ok(()) => granted,
            Err(_) => current,
        }
    } else {
        current
    };
    (files as usize).saturating_sub(limits::OTHER_FILES).clamp(1, limits::CONNECTIONS)
}

#[cfg(not(unix))]
fn most_connections() -> usize {
    limits::CONNECTIONS
}

/// Tells a connection above the limits to come again later.
async fn refuse(mut stream: tokio::net::TcpStream, permit: OwnedSemaphorePermit) {
    const BODY: &str =
        r#"{"error":{"code":"busy","message":"there are too many connections to this server"}}"#;
    let length = BODY.len();
    let answer = format!(
        "HTTP/1.1 503 Service Unavailable\r\nContent-Type: application/json\r\nRetry-After: 2\r\n\
         Connection: close\r\nContent-Length: {length}\r\n\r\n{BODY}"
    );
    let answered = async {
        stream.write_all(answer.as_bytes()).await?;
        stream.shutdown().await?;
        // Read the rest of the client's bytes: the connection would be reset otherwise.
        let mut rest = [0; 1024];
        while stream.read(&mut rest).await? > 0 {}
        io::Result::Ok(())
    };
    let _ = tokio::time::timeout(std::time::Duration::from_secs(1), answered).await;
    drop(permit);
}

/// Gives unused memory back now and then.
async fn tidy_up(app: App) {
    let mut interval = tokio::time::interval(limits::TIDY_INTERVAL);
    loop {
        interval.tick().await;
        app.tidy_up();
    }
}

/// Deletes old invitations, at the start and then every hour.
async fn delete_expired(app: App) {
    let mut interval = tokio::time::interval(limits::DELETION_INTERVAL);
    loop {
        interval.tick().await;
        app.delete_expired();
    }
}

/// The router with the address of the peer in each request.
fn with_peer(
    router: Router,
    address: IpAddr,
) -> impl tower::Service<
    hyper::Request<hyper::body::Incoming>,
    Response = axum::response::Response,
    Error = std::convert::Infallible,
    Future: Send + 'static,
> + Clone {
    router.map_request(move |request: hyper::Request<hyper::body::Incoming>| {
        let mut request = request.map(axum::body::Body::new);
        request.extensions_mut().insert(Peer(address));
        request
    })
}

/// Limits open connections, in total and per address. Many people are behind a trusted proxy: it has the
/// limit of all.
struct ConnectionLimit {
    slots: Arc<Semaphore>,
    open: Arc<Mutex<HashMap<Address, usize>>>,
    proxies: Vec<Network>,
}

/// An open connection, counted until it is dropped.
struct ConnectionPermit {
    open: Arc<Mutex<HashMap<Address, usize>>>,
    address: Address,
    _slot: OwnedSemaphorePermit,
}

impl ConnectionLimit {
    fn new(most: usize, proxies: &[Network]) -> ConnectionLimit {
        let slots = Arc::new(Semaphore::new(most));
        ConnectionLimit { slots, open: Arc::default(), proxies: proxies.to_owned() }
    }

    fn acquire(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let slot = self.slots.clone().try_acquire_owned().ok()?;
        let most = match address.is_loopback() {
            _ if self.proxies.iter().any(|proxy| proxy.contains(address)) => usize::MAX,
            true => limits::CONNECTIONS_FROM_HERE,
            false => limits::CONNECTIONS_PER_ADDRESS,
        };
        let address = Address::from(address);
        let mut open = self.open.lock().ok()?;
        if open.get(&address).is_some_and(|count| *count >= most) {
            return None;
        }
        let count = open.entry(address).or_default();
        *count += 1;
        drop(open);
        Some(ConnectionPermit { open: self.open.clone(), address, _slot: slot })
    }
}

impl Drop for ConnectionPermit {
    fn drop(&mut self) {
        let Ok(mut open) = self.open.lock() else { return };
        if let Some(count) = open.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                open.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn connections_are_limited_in_total_and_per_address() {
        let proxy: IpAddr = [10, 0, 0, 9].into();
        let connections = ConnectionLimit::new(3000, &["10.0.0.9".parse().unwrap()]);
        let take = |address: IpAddr, count: usize| -> Vec<_> {
            (0..count).map_while(|_| connections.acquire(address)).collect()
        };
        let elsewhere: IpAddr = [10, 0, 0, 7].into();
        let mut permits = take(elsewhere, 600);
        assert_eq!(permits.len(), limits::CONNECTIONS_PER_ADDRESS);
        assert!(connections.acquire([10, 0, 0, 8].into()).is_some());
        permits.pop();
        assert!(connections.acquire(elsewhere).is_some());
        drop(permits);
        // All addresses of one /64 are one.
        let home = |number: u16| IpAddr::from([0x2001, 0xdb8, 0, 0, 0, 0, 0, number]);
        let permits: Vec<_> = (0..600).map_while(|one| connections.acquire(home(one))).collect();
        assert_eq!(permits.len(), limits::CONNECTIONS_PER_ADDRESS);
        drop(permits);
        let here = take([127, 0, 0, 1].into(), 3000);
        assert_eq!(here.len(), limits::CONNECTIONS_FROM_HERE);
        let others = take(proxy, 3000);
        assert_eq!(others.len(), 3000 - here.len(), "a proxy has all that is left");
        assert!(connections.acquire(elsewhere).is_none());
        drop((here, others));
        assert!(connections.open.lock().unwrap().is_empty());
    }
}
