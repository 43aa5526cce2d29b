//! Addresses, cards and the orders placed with them.

use axum::http::StatusCode;
use serde::Deserialize;
use serde_json::{Value, json};

use crate::bugs::Bugs;
use crate::cart::{Cart, Delivery, Line, Totals};
use crate::failure::Failure;
use crate::form::{COUNTRIES, Errors};
use crate::money::Money;
use crate::product;

/// Where an order goes.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Address {
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) street: String,
    pub(crate) city: String,
    pub(crate) postcode: String,
    pub(crate) country: String,
}

impl Address {
    pub(crate) fn check(&self) -> Errors {
        let mut errors = Errors::default();
        errors.blank("name", &self.name, "Enter your full name");
        errors.email("email", &self.email);
        errors.blank("street", &self.street, "Enter your street address");
        errors.blank("city", &self.city, "Enter your city");
        errors.blank("postcode", &self.postcode, "Enter your postcode");
        if !COUNTRIES.contains(&self.country.as_str()) {
            errors.add("country", "Choose a country");
        }
        errors
    }
}

/// How an order is paid. Never kept.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(crate) struct Card {
    #[serde(alias = "card_name")]
    pub(crate) name: String,
    #[serde(alias = "card_number")]
    pub(crate) number: String,
    pub(crate) expiry: String,
    #[serde(alias = "security_code")]
    pub(crate) code: String,
}

/// This card is declined.
const DECLINED: &str = "4000000000000002";

impl Card {
    fn digits(&self) -> String {
        let separator = |c: char| c.is_whitespace() || c == '-';
        self.number.chars().filter(|c| !separator(*c)).collect()
    }

    pub(crate) fn check(&self) -> Errors {
        let mut errors = Errors::default();
        errors.blank("card_name", &self.name, "Enter the name on the card");
        if !errors.blank("card_number", &self.number, "Enter a card number")
            && !is_card_number(&self.digits())
        {
            errors.add("card_number", "Enter a valid card number");
        }
        if !errors.blank("expiry", &self.expiry, "Enter the expiry date") {
            match month(&self.expiry) {
                None => errors.add("expiry", "Enter an expiry date such as 04/29"),
                // The calendar of the shop stands still in April 2026.
                Some(date) if date < (26, 4) => errors.add("expiry", "Your card has expired"),
                Some(_) => {}
            }
        }
        let code = self.code.trim();
        let fits = matches!(code.len(), 3 | 4) && code.bytes().all(|b| b.is_ascii_digit());
        if !errors.blank("security_code", code, "Enter the security code") && !fits {
            errors.add("security_code", "The security code has 3 or 4 digits");
        }
        errors
    }

    pub(crate) fn charge(&self) -> Result<(), Failure> {
        if self.digits() == DECLINED {
            let status = StatusCode::PAYMENT_REQUIRED;
            return Err(Failure::new(
                status,
                "card_declined",
                "Your card was declined",
            ));
        }
        Ok(())
    }
}

/// Digits whose checksum (after Luhn) is right.
fn is_card_number(digits: &str) -> bool {
    if !(13..=19).contains(&digits.len()) || !digits.bytes().all(|b| b.is_ascii_digit()) {
        return false;
    }
    let sum: u32 = digits
        .bytes()
        .rev()
        .map(|byte| u32::from(byte - b'0'))
        .enumerate()
        .map(|(index, digit)| match index % 2 {
            0 => digit,
            _ if digit > 4 => digit * 2 - 9,
            _ => digit * 2,
        })
        .sum();
    sum.is_multiple_of(10)
}

/// `MM/YY` as year and month.
fn month(text: &str) -> Option<(u32, u32)> {
    let (month, year) = text.trim().split_once('/')?;
    let (month, year) = (month.trim(), year.trim());
    if month.len() != 2 || year.len() != 2 {
        return None;
    }
    let month: u32 = month.parse().ok()?;
    let year: u32 = year.parse().ok()?;
    (1..=12).contains(&month).then_some((year, month))
}

/// A placed order.
#[derive(Clone, Debug)]
pub(crate) struct Order {
    pub(crate) number: String,
    pub(crate) date: String,
    /// The account that placed it; a guest has none.
    pub(crate) customer: Option<String>,
    pub(crate) lines: Vec<Line>,
    pub(crate) delivery: Delivery,
    pub(crate) address: Address,
    pub(crate) totals: Totals,
    pub(crate) status: &'static str,
}

impl Order {
    pub(crate) fn json(&self) -> Value {
        let lines: Vec<_> = self.lines.iter().map(Line::json).collect();
        json!({
            "number": self.number,
            "date": self.date,
            "status": self.status,
            "items": lines,
            "delivery": self.delivery.id(),
            "ship_to": {
                "name": self.address.name,
                "city": self.address.city,
                "country": self.address.country,
            },
            "totals": self.totals.json(),
        })
    }

    /// What is in it, in a line.
    pub(crate) fn items(&self) -> String {
        let line = |line: &Line| format!("{} × {}", line.quantity, line.product.name);
        self.lines.iter().map(line).collect::<Vec<_>>().join(", ")
    }
}

/// The orders of a workspace, oldest first.
#[derive(Debug)]
pub(crate) struct Orders {
    list: Vec<Order>,
}

const FIRST_NUMBER: usize = 1001;

impl Orders {
    /// Ada has ordered twice before.
    pub(crate) fn seeded() -> Self {
        let past = |number: &str, date: &str, slug: &str, quantity, status| {
            let line = product::find(slug).map(|product| Line {
                product,
                variant: product.variants.first(),
                quantity,
            });
            let lines: Vec<_> = line.into_iter().collect();
            let subtotal: Money = lines.iter().map(Line::sum).sum();
            let shipping = Delivery::Standard.price(subtotal);
            Order {
                number: number.to_owned(),
                date: date.to_owned(),
                customer: Some("ada@example.com".to_owned()),
                lines,
                delivery: Delivery::Standard,
                address: Address {
                    name: "Ada Lovelace".to_owned(),
                    city: "London".to_owned(),
                    country: "United Kingdom".to_owned(),
                    ..Address::default()
                },
                totals: Totals {
                    subtotal,
                    discount: Money::ZERO,
                    shipping,
                    total: subtotal + shipping,
                },
                status,
            }
        };
        Self {
            list: vec![
                past("ORD-1001", "2026-02-14", "enamel-mug", 2, "Delivered"),
                past("ORD-1002", "2026-04-11", "reading-lamp", 1, "On its way"),
            ],
        }
    }

    pub(crate) fn place(
        &mut self,
        cart: &mut Cart,
        customer: Option<String>,
        address: Address,
        delivery: Delivery,
        bugs: Bugs,
    ) -> &Order {
        let totals = cart.totals(delivery, bugs);
        let lines = std::mem::take(cart).lines().to_vec();
        let index = self.list.len();
        self.list.push(Order {
            number: format!("ORD-{}", FIRST_NUMBER + index),
            date: crate::billing::TODAY.to_string(),
            customer,
            lines,
            delivery,
            address,
            totals,
            status: "Placed",
        });
        &self.list[index]
    }

    pub(crate) fn find(&self, number: &str) -> Option<&Order> {
        self.list.iter().find(|order| order.number == number)
    }

    /// The orders of an account, newest first.
    pub(crate) fn of<'a>(&'a self, email: &'a str) -> impl Iterator<Item = &'a Order> {
        let newest = self.list.iter().rev();
        newest.filter(move |order| order.customer.as_deref() == Some(email))
    }

    /// An account has a new address.
    pub(crate) fn rename(&mut self, from: &str, to: &str) {
        for order in &mut self.list {
            if order.customer.as_deref() == Some(from) {
                order.customer = Some(to.to_owned());
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{Card, is_card_number, month};

    #[test]
    fn card_numbers_have_a_checksum() {
        assert!(is_card_number("4242424242424242"));
        assert!(is_card_number("4000000000000002"));
        assert!(!is_card_number("4242424242424241"));
        assert!(!is_card_number("4242"));
        assert!(!is_card_number("42424242é4242424"));
    }

    #[test]
    fn expiry_dates_are_read() {
        assert_eq!(month("04/29"), Some((29, 4)));
        assert_eq!(month("13/29"), None);
        assert_eq!(month("4/2029"), None);
    }

    #[test]
    fn an_empty_card_is_wrong_everywhere() {
        let card = Card::default();
        assert_eq!(card.check().iter().count(), 4);
    }
}
