//! The server on a socket: limits connections, times out slow request headers, and shuts down
//! gracefully.

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
use tokio::sync::{OwnedSemaphorePermit, Semaphore, watch};
use tower::ServiceExt;

use crate::client::Peer;
use crate::{App, Config, StoreError, app, limits};

/// A server bound to an address.
pub struct Server {
    listener: TcpListener,
    app: App,
    stop_requested: watch::Sender<bool>,
}

/// Asks a server to stop, from any thread.
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

/// The server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is in use, or is not one of this machine's.
    #[error("cannot listen on {address}: {error}")]
    Address {
        /// The requested address.
        address: SocketAddr,
        /// The cause.
        error: io::Error,
    },
    /// The data folder cannot be created.
    #[error("{} cannot be used: {error}", folder.display())]
    Data {
        /// The folder.
        folder: PathBuf,
        /// The cause.
        error: io::Error,
    },
    /// The database cannot be opened.
    #[error("cannot store games in {}: {error}", file.display())]
    Store {
        /// The file of the database.
        file: PathBuf,
        /// The cause.
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
        let app = App::new(config)?;
        let listener =
            TcpListener::bind(address).map_err(|error| ServeError::Address { address, error })?;
        listener.set_nonblocking(true).map_err(ServeError::Start)?;
        Ok(Server { listener, app, stop_requested: watch::Sender::new(false) })
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
    pub fn run(self) -> Result<(), ServeError> {
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
        served.map_err(ServeError::Start)
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let router = app(self.app.clone());
        let connections = ConnectionLimit::default();
        let graceful = GracefulShutdown::new();
        let mut stop_requested = self.stop_requested.subscribe();
        tokio::spawn(tidy_up(self.app.clone()));
        loop {
            let (stream, peer) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(_) => {
                        // Too many open files, or a client that disconnected at once.
                        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                        continue;
                    }
                },
                _ = stop_requested.wait_for(|requested| *requested) => break,
            };
            // Above the limit the connection is closed without a response.
            let Some(permit) = connections.acquire(peer.ip()) else { continue };
            self.app.metrics().count_connection();
            let _ = stream.set_nodelay(true);
            let service = TowerToHyperService::new(with_peer(router.clone(), peer.ip()));
            let connection = http1::Builder::new()
                .timer(TokioTimer::new())
                .header_read_timeout(limits::HEAD_TIME)
                .serve_connection(TokioIo::new(stream), service);
            let connection = graceful.watch(connection);
            tokio::spawn(async move {
                let _ = connection.await;
                drop(permit);
            });
        }
        drop(listener);
        self.app.begin_shutdown();
        let _ = tokio::time::timeout(limits::SHUTDOWN_TIME, graceful.shutdown()).await;
        Ok(())
    }
}

/// Gives unused memory back now and then.
async fn tidy_up(app: App) {
    let mut interval = tokio::time::interval(limits::TIDY_INTERVAL);
    loop {
        interval.tick().await;
        app.tidy_up();
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

/// Limits open connections, in total and per address.
struct ConnectionLimit {
    slots: Arc<Semaphore>,
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Default for ConnectionLimit {
    fn default() -> ConnectionLimit {
        ConnectionLimit {
            slots: Arc::new(Semaphore::new(limits::CONNECTIONS)),
            open: Arc::default(),
        }
    }
}

/// An open connection, counted until it is dropped.
struct ConnectionPermit {
    open: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
    _slot: OwnedSemaphorePermit,
}

impl ConnectionLimit {
    fn acquire(&self, address: IpAddr) -> Option<ConnectionPermit> {
        let slot = self.slots.clone().try_acquire_owned().ok()?;
        let mut open = self.open.lock().ok()?;
        let count = open.entry(address).or_default();
        if *count >= limits::CONNECTIONS_PER_ADDRESS && !address.is_loopback() {
            return None;
        }
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
    fn remote_addresses_have_a_connection_limit() {
        let connections = ConnectionLimit::default();
        let elsewhere: IpAddr = [10, 0, 0, 7].into();
        let mut permits: Vec<_> = (0..limits::CONNECTIONS_PER_ADDRESS)
            .map(|_| connections.acquire(elsewhere).unwrap())
            .collect();
        assert!(connections.acquire(elsewhere).is_none());
        assert!(connections.acquire([10, 0, 0, 8].into()).is_some());
        permits.pop();
        assert!(connections.acquire(elsewhere).is_some());
        drop(permits);
        let here: IpAddr = [127, 0, 0, 1].into();
        let all: Vec<_> =
            (0..limits::CONNECTIONS).map(|_| connections.acquire(here).unwrap()).collect();
        assert!(connections.acquire(here).is_none());
        drop(all);
        assert!(connections.open.lock().unwrap().is_empty());
    }
}
