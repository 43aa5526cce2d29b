//! Everything one visitor can change.

use crate::billing::Billing;
use crate::bugs::Bugs;
use crate::cart::{Cart, Delivery, Totals};
use crate::order::{Address, Orders};
use crate::todos::Todos;
use crate::user::Users;

/// A shop of one's own: no two workspaces share anything.
#[derive(Debug)]
pub(crate) struct Workspace {
    pub(crate) bugs: Bugs,
    pub(crate) users: Users,
    pub(crate) cart: Cart,
    pub(crate) checkout: Checkout,
    pub(crate) orders: Orders,
    pub(crate) todos: Todos,
    pub(crate) billing: Billing,
    /// A message for the next page, shown once.
    pub(crate) notice: Option<String>,
}

/// How far the checkout has come.
#[derive(Debug, Default)]
pub(crate) struct Checkout {
    pub(crate) address: Option<Address>,
    pub(crate) delivery: Option<Delivery>,
    /// The number of the order just placed.
    pub(crate) done: Option<String>,
}

impl Workspace {
    pub(crate) fn seeded() -> Self {
        Self {
            bugs: Bugs::default(),
            users: Users::seeded(),
            cart: Cart::default(),
            checkout: Checkout::default(),
            orders: Orders::seeded(),
            todos: Todos::default(),
            billing: Billing::seeded(),
            notice: None,
        }
    }

    /// The delivery that was chosen, or the usual one.
    pub(crate) fn delivery(&self) -> Delivery {
        self.checkout.delivery.unwrap_or_default()
    }

    pub(crate) fn totals(&self, bugs: Bugs) -> Totals {
        self.cart.totals(self.delivery(), bugs)
    }

    /// Turns the cart into an order, and returns its number.
    pub(crate) fn place(&mut self, address: Address, delivery: Delivery, bugs: Bugs) -> String {
        let customer = self.users.current().map(|user| user.email.clone());
        let order = self
            .orders
            .place(&mut self.cart, customer, address, delivery, bugs);
        let number = order.number.clone();
        self.checkout = Checkout {
            done: Some(number.clone()),
            ..Checkout::default()
        };
        number
    }
}
