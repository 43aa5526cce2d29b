//! A wire that counts what goes over it, and how long each part takes.

use async_trait::async_trait;
use e2e::browser::wire::{Behind, Chord, Evaluated, Gesture, History, Input, Wire};
use serde_json::Value;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

/// One round trip: what it was for, and how long it took.
pub type Trip = (String, Duration);

/// The trips so far.
#[derive(Clone, Debug, Default)]
pub struct Log(Arc<Mutex<Vec<Trip>>>);

impl Log {
    /// The trips since the last time this was asked.
    ///
    /// # Panics
    ///
    /// When a thread that wrote to it panicked.
    #[must_use]
    pub fn take(&self) -> Vec<Trip> {
        std::mem::take(&mut *self.0.lock().expect("no thread panicked"))
    }

    async fn time<T>(&self, what: &str, trip: impl Future<Output = T>) -> T {
        let began = Instant::now();
        let out = trip.await;
        let mut log = self.0.lock().expect("no thread panicked");
        log.push((what.to_owned(), began.elapsed()));
        out
    }
}

/// The wire, and what is written down of it.
pub struct Counted {
    /// What it counts.
    pub wire: Arc<dyn Wire>,
    /// Where it is written.
    pub log: Log,
}

impl std::fmt::Debug for Counted {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Counted")
            .field("log", &self.log)
            .finish_non_exhaustive()
    }
}

type Done<T> = e2e::Result<T>;

#[async_trait]
impl Wire for Counted {
    async fn navigate(&self, url: &str, limit: Duration) -> Done<()> {
        let trip = self.wire.navigate(url, limit);
        self.log.time("navigate", trip).await
    }

    async fn history(&self, step: History, limit: Duration) -> Done<()> {
        let trip = self.wire.history(step, limit);
        self.log.time("history", trip).await
    }

    async fn eval(&self, body: &str, args: Value, limit: Duration) -> Done<Evaluated> {
        let what = args["f"].as_str().unwrap_or("script").to_owned();
        self.log
            .time(&what, self.wire.eval(body, args, limit))
            .await
    }

    async fn eval_async(&self, body: &str, args: Value, limit: Duration) -> Done<Evaluated> {
        let what = args["f"].as_str().unwrap_or("script").to_owned();
        let trip = self.wire.eval_async(body, args, limit);
        self.log.time(&what, trip).await
    }

    async fn give_slots(&self, known: u32, keep: &str, limit: Duration) -> Done<bool> {
        let trip = self.wire.give_slots(known, keep, limit);
        self.log.time("slots", trip).await
    }

    async fn pointer(&self, gesture: Gesture, x: f64, y: f64) -> Done<()> {
        let trip = self.wire.pointer(gesture, x, y);
        self.log.time("pointer", trip).await
    }

    async fn press(&self, chord: &Chord) -> Done<()> {
        self.log.time("press", self.wire.press(chord)).await
    }

    async fn type_text(&self, text: &str) -> Done<()> {
        self.log.time("keys", self.wire.type_text(text)).await
    }

    async fn insert_text(&self, text: &str) -> Done<()> {
        self.log.time("insert", self.wire.insert_text(text)).await
    }

    async fn send_with(
        &self,
        input: Input<'_>,
        behind: Behind<'_>,
    ) -> (Done<()>, Option<Done<Evaluated>>) {
        let what = match input {
            Input::Text(_) => "insert",
            _ => "pointer",
        };
        let began = Instant::now();
        let (sent, answer) = self.wire.send_with(input, behind).await;
        // Whoever sends one after the other asks by itself.
        let what = match answer {
            Some(_) => format!("{what} with settle"),
            None => what.to_owned(),
        };
        let mut log = self.log.0.lock().expect("no thread panicked");
        log.push((what, began.elapsed()));
        drop(log);
        (sent, answer)
    }

    async fn screenshot(&self) -> Done<Vec<u8>> {
        self.log.time("screenshot", self.wire.screenshot()).await
    }

    async fn location(&self) -> Done<(String, String)> {
        self.log.time("location", self.wire.location()).await
    }

    async fn dialog(&self) -> Done<Option<String>> {
        self.log.time("dialog", self.wire.dialog()).await
    }

    async fn answer_dialog(&self, accept: bool, text: Option<&str>) -> Done<()> {
        let trip = self.wire.answer_dialog(accept, text);
        self.log.time("answer", trip).await
    }

    async fn follow_window(&self) -> Done<Option<String>> {
        self.log
            .time("follow_window", self.wire.follow_window())
            .await
    }
}
