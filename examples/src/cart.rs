//! The cart and its sums.

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::bugs::Bugs;
use crate::failure::Failure;
use crate::money::Money;
use crate::product::{self, Product, Variant};

/// A product in a chosen variant, and how many of it.
#[derive(Clone, Debug)]
pub(crate) struct Line {
    pub(crate) product: &'static Product,
    pub(crate) variant: Option<&'static Variant>,
    pub(crate) quantity: u32,
}

impl Line {
    /// Names the line in addresses, such as `enamel-mug-blue`.
    pub(crate) fn id(&self) -> String {
        match self.variant {
            Some(variant) => format!("{}-{}", self.product.slug, variant.id),
            None => self.product.slug.clone(),
        }
    }

    pub(crate) fn price(&self) -> Money {
        self.product.price + self.variant.map_or(Money::ZERO, |variant| variant.extra)
    }

    pub(crate) fn sum(&self) -> Money {
        self.price().times(self.quantity)
    }

    pub(crate) fn json(&self) -> Value {
        json!({
            "id": self.id(),
            "slug": self.product.slug,
            "name": self.product.name,
            "variant": self.variant.map(|variant| &variant.name),
            "quantity": self.quantity,
            "price_cents": self.price(),
            "sum_cents": self.sum(),
        })
    }
}

/// How the order travels.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Delivery {
    #[default]
    Standard,
    Express,
}

impl Delivery {
    pub(crate) const ALL: [Self; 2] = [Self::Standard, Self::Express];

    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Standard => "standard",
            Self::Express => "express",
        }
    }

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Standard => "Standard delivery, 3 to 5 days",
            Self::Express => "Express delivery, next working day",
        }
    }

    pub(crate) fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|delivery| delivery.id() == id)
    }

    /// Standard delivery is free from fifty dollars.
    pub(crate) fn price(self, goods: Money) -> Money {
        match self {
            Self::Standard if goods >= Money::cents(5000) => Money::ZERO,
            Self::Standard => Money::cents(490),
            Self::Express => Money::cents(990),
        }
    }
}

/// The only discount code there is.
const CODE: &str = "SAVE10";

/// The sums below a cart.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct Totals {
    pub(crate) subtotal: Money,
    pub(crate) discount: Money,
    pub(crate) shipping: Money,
    pub(crate) total: Money,
}

impl Totals {
    pub(crate) fn json(&self) -> Value {
        json!({
            "subtotal_cents": self.subtotal,
            "discount_cents": self.discount,
            "shipping_cents": self.shipping,
            "total_cents": self.total,
            "total": self.total.to_string(),
        })
    }
}

/// What a visitor is about to buy.
#[derive(Debug, Default)]
pub(crate) struct Cart {
    lines: Vec<Line>,
    code: Option<&'static str>,
}

impl Cart {
    pub(crate) fn lines(&self) -> &[Line] {
        &self.lines
    }

    pub(crate) fn is_empty(&self) -> bool {
        self.lines.is_empty()
    }

    /// The number of things, not of lines.
    pub(crate) fn count(&self) -> u32 {
        self.lines.iter().map(|line| line.quantity).sum()
    }

    pub(crate) fn code(&self) -> Option<&'static str> {
        self.code
    }

    /// Adds a product. Without a variant id the first variant is taken.
    pub(crate) fn add(
        &mut self,
        slug: &str,
        variant: Option<&str>,
        quantity: u32,
    ) -> Result<Line, Failure> {
        let product =
            product::find(slug).ok_or_else(|| Failure::not_found("There is no such product"))?;
        let variant =
            match variant.filter(|id| !id.is_empty()) {
                None => product.variants.first(),
                Some(id) => Some(product.variant(id).ok_or_else(|| {
                    Failure::invalid("unknown_variant", "There is no such variant")
                })?),
            };
        if product.stock == 0 {
            return Err(Failure::conflict("out_of_stock", "Out of stock"));
        }
        let mut line = Line {
            product,
            variant,
            quantity,
        };
        let id = line.id();
        let held = self.lines.iter().position(|line| line.id() == id);
        if let Some(index) = held {
            line.quantity = line.quantity.saturating_add(self.lines[index].quantity);
        }
        check(product, quantity)?;
        check(product, line.quantity)?;
        match held {
            Some(index) => self.lines[index] = line.clone(),
            None => self.lines.push(line.clone()),
        }
        Ok(line)
    }

    pub(crate) fn set_quantity(&mut self, id: &str, quantity: u32) -> Result<Line, Failure> {
        let line = self.lines.iter_mut().find(|line| line.id() == id);
        let line = line.ok_or_else(missing)?;
        check(line.product, quantity)?;
        line.quantity = quantity;
        Ok(line.clone())
    }

    pub(crate) fn remove(&mut self, id: &str) -> Result<Line, Failure> {
        let index = self.lines.iter().position(|line| line.id() == id);
        Ok(self.lines.remove(index.ok_or_else(missing)?))
    }

    pub(crate) fn apply(&mut self, code: &str) -> Result<(), Failure> {
        if code.trim().is_empty() {
            return Err(Failure::invalid("empty_code", "Enter a discount code"));
        }
        if !code.trim().eq_ignore_ascii_case(CODE) {
            return Err(Failure::invalid(
                "unknown_code",
                "That discount code is not valid",
            ));
        }
        self.code = Some(CODE);
        Ok(())
    }

    pub(crate) fn remove_code(&mut self) {
        self.code = None;
    }

    pub(crate) fn totals(&self, delivery: Delivery, bugs: Bugs) -> Totals {
        if self.is_empty() {
            return Totals::default();
        }
        let subtotal: Money = self.lines.iter().map(Line::sum).sum();
        let discount = self.code.map_or(Money::ZERO, |_| subtotal.share(10, 100));
        let shipping = delivery.price(subtotal - discount);
        let error = Money::cents(i64::from(bugs.total));
        Totals {
            subtotal,
            discount,
            shipping,
            total: subtotal - discount + shipping + error,
        }
    }

    pub(crate) fn json(&self, delivery: Delivery, bugs: Bugs) -> Value {
        let lines: Vec<_> = self.lines.iter().map(Line::json).collect();
        json!({
            "items": lines,
            "count": self.count(),
            "discount_code": self.code,
            "totals": self.totals(delivery, bugs).json(),
        })
    }
}

fn check(product: &Product, quantity: u32) -> Result<(), Failure> {
    if quantity == 0 {
        return Err(Failure::invalid(
            "quantity",
            "The quantity must be 1 or more",
        ));
    }
    if quantity > product.stock {
        return Err(Failure::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "not_enough_stock",
            format!("Only {} in stock", product.stock),
        ));
    }
    Ok(())
}

fn missing() -> Failure {
    Failure::not_found("There is no such item in the cart")
}

#[cfg(test)]
mod tests {
    use super::{Cart, Delivery};
    use crate::bugs::Bugs;
    use crate::money::Money;

    #[test]
    fn the_sums_follow_lines_code_and_delivery() {
        let mut cart = Cart::default();
        assert!(cart.add("enamel-mug", Some("green"), 2).is_ok());
        let totals = cart.totals(Delivery::Standard, Bugs::default());
        assert_eq!(totals.total, Money::cents(2800 + 490));
        assert!(cart.apply("save10").is_ok());
        let totals = cart.totals(Delivery::Express, Bugs::default());
        assert_eq!(totals.total, Money::cents(2800 - 280 + 990));
        assert!(cart.add("cast-iron-pan", Some("26cm"), 1).is_ok());
        let totals = cart.totals(Delivery::Standard, Bugs::default());
        assert_eq!(totals.shipping, Money::ZERO);
        let bugs = Bugs {
            total: true,
            ..Bugs::default()
        };
        let wrong = cart.totals(Delivery::Standard, bugs);
        assert_eq!(wrong.total, totals.total + Money::cents(1));
    }

    #[test]
    fn stock_bounds_a_line() {
        let mut cart = Cart::default();
        assert!(cart.add("reading-lamp", None, 2).is_ok());
        let failure = cart.add("reading-lamp", None, 2).unwrap_err();
        assert_eq!(failure.message(), "Only 3 in stock");
        assert_eq!(cart.count(), 2);
        let failure = cart.add("coffee-grinder", None, 1).unwrap_err();
        assert_eq!(failure.message(), "Out of stock");
        assert!(cart.add("reading-lamp", None, u32::MAX).is_err());
    }
}
