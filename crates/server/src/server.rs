//! The server on a socket: connections are few, heads of requests come in time or not at all, and
//! when it is told to stop, everybody is told too.

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

/// A server that has an address.
pub struct Server {
    listener: TcpListener,
    app: App,
    told: watch::Sender<bool>,
}

/// Tells a server to stop, from anywhere.
#[derive(Clone)]
pub struct Stopper(watch::Sender<bool>);

/// The server cannot run.
#[derive(Debug, thiserror::Error)]
pub enum ServeError {
    /// The address is taken, or not this machine's.
    #[error("{address} cannot be listened to: {error}")]
    Address {
        /// What was asked for.
        address: SocketAddr,
        /// Why not.
        error: io::Error,
    },
    /// The folder of the games cannot be made.
    #[error("{} cannot be used: {error}", folder.display())]
    Data {
        /// Which folder.
        folder: PathBuf,
        /// Why not.
        error: io::Error,
    },
    /// The games cannot be kept.
    #[error("the games cannot be kept in {}: {error}", file.display())]
    Store {
        /// Their file.
        file: PathBuf,
        /// Why not.
        error: StoreError,
    },
    /// The machine has no threads to run it.
    #[error("the server cannot start: {0}")]
    Start(io::Error),
}

impl Stopper {
    /// Tells the server to stop.
    pub fn stop(&self) {
        let _ = self.0.send(true);
    }
}

impl Server {
    /// Takes an address; port 0 is any free one.
    pub fn bind(address: SocketAddr, config: Config) -> Result<Server, ServeError> {
        let app = App::new(config)?;
        let listener =
            TcpListener::bind(address).map_err(|error| ServeError::Address { address, error })?;
        listener.set_nonblocking(true).map_err(ServeError::Start)?;
        Ok(Server { listener, app, told: watch::Sender::new(false) })
    }

    /// The address it has.
    pub fn address(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }

    /// What tells it to stop.
    pub fn stopper(&self) -> Stopper {
        Stopper(self.told.clone())
    }

    /// Serves until it is told to stop, and then until everybody has been told goodbye.
    pub fn run(self) -> Result<(), ServeError> {
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .worker_threads(2)
            .max_blocking_threads(64)
            .enable_all()
            .build()
            .map_err(ServeError::Start)?;
        let app = self.app.clone();
        let served = runtime.block_on(self.serve());
        app.hush();
        runtime.shutdown_timeout(limits::FAREWELL);
        app.close();
        served.map_err(ServeError::Start)
    }

    async fn serve(self) -> io::Result<()> {
        let listener = tokio::net::TcpListener::from_std(self.listener)?;
        let router = app(self.app.clone());
        let doors = Doors::default();
        let graceful = GracefulShutdown::new();
        let mut told = self.told.subscribe();
        loop {
            let (stream, peer) = tokio::select! {
                accepted = listener.accept() => match accepted {
                    Ok(accepted) => accepted,
                    Err(_) => {
                        // Too many open files, or a client that left at once.
                        tokio::time::sleep(std::time::Duration::from_millis(20)).await;
                        continue;
                    }
                },
                _ = told.wait_for(|told| *told) => break,
            };
            // Nobody is answered who is one too many: the connection is closed at once.
            let Some(pass) = doors.enter(peer.ip()) else { continue };
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
                drop(pass);
            });
        }
        drop(listener);
        self.app.hush();
        let _ = tokio::time::timeout(limits::FAREWELL, graceful.shutdown()).await;
        Ok(())
    }
}

/// The router, told who is at the other end.
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

/// How many are inside.
struct Doors {
    room: Arc<Semaphore>,
    inside: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Default for Doors {
    fn default() -> Doors {
        Doors { room: Arc::new(Semaphore::new(limits::CONNECTIONS)), inside: Arc::default() }
    }
}

/// One who is inside, until it is dropped.
struct Pass {
    inside: Arc<Mutex<HashMap<IpAddr, usize>>>,
    address: IpAddr,
    _room: OwnedSemaphorePermit,
}

impl Doors {
    fn enter(&self, address: IpAddr) -> Option<Pass> {
        let room = self.room.clone().try_acquire_owned().ok()?;
        let mut inside = self.inside.lock().ok()?;
        let count = inside.entry(address).or_default();
        if *count >= limits::CONNECTIONS_OF_ONE && !address.is_loopback() {
            return None;
        }
        *count += 1;
        drop(inside);
        Some(Pass { inside: self.inside.clone(), address, _room: room })
    }
}

impl Drop for Pass {
    fn drop(&mut self) {
        let Ok(mut inside) = self.inside.lock() else { return };
        if let Some(count) = inside.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                inside.remove(&self.address);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_from_elsewhere_has_only_so_many_connections() {
        let doors = Doors::default();
        let elsewhere: IpAddr = [10, 0, 0, 7].into();
        let mut passes: Vec<_> =
            (0..limits::CONNECTIONS_OF_ONE).map(|_| doors.enter(elsewhere).unwrap()).collect();
        assert!(doors.enter(elsewhere).is_none());
        assert!(doors.enter([10, 0, 0, 8].into()).is_some());
        passes.pop();
        assert!(doors.enter(elsewhere).is_some());
        drop(passes);
        let here: IpAddr = [127, 0, 0, 1].into();
        let all: Vec<_> = (0..limits::CONNECTIONS).map(|_| doors.enter(here).unwrap()).collect();
        assert!(doors.enter(here).is_none());
        drop(all);
        assert!(doors.inside.lock().unwrap().is_empty());
    }
}
