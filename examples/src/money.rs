//! Amounts of money.

use std::fmt;
use std::iter::Sum;
use std::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// An amount in cents. Whole numbers, so that totals add up exactly.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(transparent)]
pub(crate) struct Money(i64);

impl Money {
    pub(crate) const ZERO: Self = Self(0);

    pub(crate) const fn cents(cents: i64) -> Self {
        Self(cents)
    }

    pub(crate) fn times(self, count: u32) -> Self {
        Self(self.0 * i64::from(count))
    }

    /// The share `part / whole`, rounded to the nearest cent.
    pub(crate) fn share(self, part: i64, whole: i64) -> Self {
        Self((self.0 * part + whole / 2) / whole)
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let sign = if self.0 < 0 { "-" } else { "" };
        let (dollars, cents) = (self.0.abs() / 100, self.0.abs() % 100);
        if dollars >= 1000 {
            let (thousands, rest) = (dollars / 1000, dollars % 1000);
            write!(f, "{sign}${thousands},{rest:03}.{cents:02}")
        } else {
            write!(f, "{sign}${dollars}.{cents:02}")
        }
    }
}

impl Add for Money {
    type Output = Self;
    fn add(self, other: Self) -> Self {
        Self(self.0 + other.0)
    }
}

impl Sub for Money {
    type Output = Self;
    fn sub(self, other: Self) -> Self {
        Self(self.0 - other.0)
    }
}

impl Sum for Money {
    fn sum<I: Iterator<Item = Self>>(amounts: I) -> Self {
        amounts.fold(Self::ZERO, Add::add)
    }
}

#[cfg(test)]
mod tests {
    use super::Money;

    #[test]
    fn money_reads_like_a_price() {
        assert_eq!(Money::cents(1240).to_string(), "$12.40");
        assert_eq!(Money::cents(5).to_string(), "$0.05");
        assert_eq!(Money::cents(-490).to_string(), "-$4.90");
        assert_eq!(Money::cents(123_456).to_string(), "$1,234.56");
    }

    #[test]
    fn a_share_rounds_to_the_nearest_cent() {
        assert_eq!(Money::cents(3100).share(12, 30), Money::cents(1240));
        assert_eq!(Money::cents(1000).share(1, 3), Money::cents(333));
        assert_eq!(Money::cents(1000).share(2, 3), Money::cents(667));
    }
}
