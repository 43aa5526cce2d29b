//! Serving the shop.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::thread::JoinHandle;

use tokio::net::TcpListener;
use tokio::sync::oneshot;

use crate::shop::Shop;

/// A shop that is being served. Dropping it ends the server.
///
/// The server has a thread of its own, so it may be kept in a `static` and used from the
/// runtimes of many tests.
#[derive(Debug)]
pub struct Running {
    addr: SocketAddr,
    shop: Shop,
    stop: Option<oneshot::Sender<()>>,
    thread: Option<JoinHandle<()>>,
}

impl Running {
    /// Serves a fresh shop on an address; port 0 takes any free port.
    ///
    /// # Errors
    ///
    /// When the address cannot be bound.
    pub fn start(addr: SocketAddr) -> io::Result<Self> {
        let listener = std::net::TcpListener::bind(addr)?;
        listener.set_nonblocking(true)?;
        let addr = listener.local_addr()?;
        let runtime = tokio::runtime::Builder::new_current_thread()
            .enable_all()
            .build()?;
        let shop = Shop::new();
        let router = shop.router();
        let (stop, stopped) = oneshot::channel();
        let thread = std::thread::Builder::new()
            .name("shop".to_owned())
            .spawn(move || {
                runtime.block_on(async move {
                    // Not the graceful way: responses that never end would keep it waiting.
                    tokio::select! {
                        _ = serve_on(listener, router) => {}
                        _ = stopped => {}
                    }
                });
            })?;
        Ok(Self {
            addr,
            shop,
            stop: Some(stop),
            thread: Some(thread),
        })
    }

    /// The address that is bound.
    #[must_use]
    pub fn addr(&self) -> SocketAddr {
        self.addr
    }

    /// The address as a URL without a slash at the end.
    #[must_use]
    pub fn base_url(&self) -> String {
        format!("http://{}", self.addr)
    }

    /// The shop behind the address.
    #[must_use]
    pub fn shop(&self) -> &Shop {
        &self.shop
    }

    /// Waits until the server ends, which it does not do by itself.
    pub fn join(mut self) {
        if let Some(thread) = self.thread.take() {
            let _ = thread.join();
        }
    }
}

impl Drop for Running {
    fn drop(&mut self) {
        if let Some(stop) = self.stop.take() {
            let _ = stop.send(());
        }
        if let Some(thread) = self.thread.take() {
            // A panic of the server has been reported by its thread.
            let _ = thread.join();
        }
    }
}

async fn serve_on(listener: std::net::TcpListener, router: axum::Router) -> io::Result<()> {
    axum::serve(TcpListener::from_std(listener)?, router).await
}

/// Serves a fresh shop on a free port of 127.0.0.1.
///
/// # Errors
///
/// When no port can be bound.
pub async fn serve() -> io::Result<Running> {
    Running::start(SocketAddr::from((Ipv4Addr::LOCALHOST, 0)))
}
