//! How what a slot knows gets to the board: over a channel from a thread of its own, or
//! directly where the only slot is the thread that reports.

use super::board::{Board, Message};
use super::event::Event;
use std::cell::RefCell;
use std::sync::mpsc::{Receiver, Sender};
use std::time::Instant;

/// Whom a slot tells what happens.
pub(super) trait Told {
    fn tell(&self, message: Message);

    /// Some time has passed.
    fn goes_on(&self) {}
}

impl Told for Sender<Message> {
    fn tell(&self, message: Message) {
        // Nobody listens any more when the run has ended without this slot.
        let _ = self.send(message);
    }
}

/// The board, on the slot's own thread.
pub(super) struct Here<'a, 'b> {
    board: RefCell<&'a mut Board<'b>>,
    sink: RefCell<&'a mut dyn FnMut(Event<'_>)>,
    /// What a signal has to say meanwhile.
    signals: Receiver<Message>,
}

impl<'a, 'b> Here<'a, 'b> {
    pub(super) fn new(
        board: &'a mut Board<'b>,
        sink: &'a mut dyn FnMut(Event<'_>),
        signals: Receiver<Message>,
    ) -> Self {
        Self {
            board: RefCell::new(board),
            sink: RefCell::new(sink),
            signals,
        }
    }
}

impl Told for Here<'_, '_> {
    fn tell(&self, message: Message) {
        let (mut board, mut sink) = (self.board.borrow_mut(), self.sink.borrow_mut());
        for signal in self.signals.try_iter() {
            board.on(signal, *sink);
        }
        board.on(message, *sink);
    }

    fn goes_on(&self) {
        let mut sink = self.sink.borrow_mut();
        self.board.borrow_mut().look(Instant::now(), *sink);
    }
}
