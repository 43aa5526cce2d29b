//! The plan of the workspace, what changing it costs, and its invoices.

use std::fmt;

use serde_json::{Value, json};

use crate::failure::Failure;
use crate::money::Money;

/// A day of the calendar.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Date {
    year: u16,
    month: u8,
    day: u8,
}

/// The shop lives on this day for ever, so that amounts do not change overnight.
pub(crate) const TODAY: Date = Date {
    year: 2026,
    month: 4,
    day: 19,
};

/// The days of April.
const PERIOD: i64 = 30;

/// The days of the month that are left, today included.
const LEFT: i64 = PERIOD - TODAY.day as i64 + 1;

/// The first day of the next period.
pub(crate) const RENEWAL: &str = "1 May 2026";

impl fmt::Display for Date {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:04}-{:02}-{:02}", self.year, self.month, self.day)
    }
}

/// What the workspace may do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) enum Plan {
    #[default]
    Free,
    Pro,
    Team,
}

impl Plan {
    pub(crate) const ALL: [Self; 3] = [Self::Free, Self::Pro, Self::Team];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Free => "Free",
            Self::Pro => "Pro",
            Self::Team => "Team",
        }
    }

    pub(crate) fn id(self) -> String {
        self.name().to_lowercase()
    }

    pub(crate) fn find(id: &str) -> Result<Self, Failure> {
        let mut plans = Self::ALL.into_iter();
        plans
            .find(|plan| plan.id() == id)
            .ok_or_else(|| Failure::invalid("unknown_plan", "There is no such plan"))
    }

    /// The price of a month.
    pub(crate) fn price(self) -> Money {
        match self {
            Self::Free => Money::ZERO,
            Self::Pro => Money::cents(3100),
            Self::Team => Money::cents(7900),
        }
    }

    pub(crate) fn blurb(self) -> &'static str {
        match self {
            Self::Free => "For trying things out. One person, ten orders a month.",
            Self::Pro => "For regular buyers. Unlimited orders and monthly invoices.",
            Self::Team => "For companies. Up to twenty people and approvals.",
        }
    }
}

/// What a change of plan would cost.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Preview {
    pub(crate) from: Plan,
    pub(crate) to: Plan,
    /// The new plan for the rest of the period.
    pub(crate) charge: Money,
    /// What is left of the old plan.
    pub(crate) credit: Money,
    pub(crate) due: Money,
}

impl Preview {
    pub(crate) fn json(&self) -> Value {
        json!({
            "from": self.from.id(),
            "plan": self.to.id(),
            "name": self.to.name(),
            "upgrade": self.to > self.from,
            "days_left": LEFT,
            "days": PERIOD,
            "charge_cents": self.charge,
            "credit_cents": self.credit,
            "due_cents": self.due,
            "charge": self.charge.to_string(),
            "credit": self.credit.to_string(),
            "due": self.due.to_string(),
            "monthly": self.to.price().to_string(),
            "renews": RENEWAL,
        })
    }
}

/// A bill for the workspace.
#[derive(Clone, Debug)]
pub(crate) struct Invoice {
    pub(crate) number: String,
    pub(crate) date: String,
    pub(crate) what: String,
    pub(crate) amount: Money,
}

impl Invoice {
    pub(crate) fn json(&self) -> Value {
        json!({
            "number": self.number,
            "date": self.date,
            "description": self.what,
            "amount_cents": self.amount,
            "amount": self.amount.to_string(),
        })
    }

    /// The invoice as a file.
    pub(crate) fn text(&self) -> String {
        format!(
            "Larkspur\n\nInvoice {}\nDate    {}\n\n{}\nAmount  {}\n",
            self.number, self.date, self.what, self.amount
        )
    }
}

/// Plan and invoices of a workspace.
#[derive(Debug)]
pub(crate) struct Billing {
    plan: Plan,
    /// Newest first.
    invoices: Vec<Invoice>,
    last: u32,
}

impl Billing {
    pub(crate) fn seeded() -> Self {
        let mut billing = Self {
            plan: Plan::Free,
            invoices: Vec::new(),
            last: 0,
        };
        billing.bill("2026-02-01", "Extra storage, February", Money::cents(500));
        billing.bill("2026-03-01", "Extra storage, March", Money::cents(500));
        billing.bill("2026-04-01", "Extra storage, April", Money::cents(650));
        billing
    }

    fn bill(&mut self, date: &str, what: &str, amount: Money) {
        self.last += 1;
        let invoice = Invoice {
            number: format!("INV-{:03}", self.last),
            date: date.to_owned(),
            what: what.to_owned(),
            amount,
        };
        self.invoices.insert(0, invoice);
    }

    pub(crate) fn plan(&self) -> Plan {
        self.plan
    }

    pub(crate) fn invoices(&self) -> &[Invoice] {
        &self.invoices
    }

    pub(crate) fn preview(&self, to: Plan) -> Result<Preview, Failure> {
        if to == self.plan {
            let message = format!("Your workspace is already on the {} plan", to.name());
            return Err(Failure::conflict("same_plan", message));
        }
        let charge = to.price().share(LEFT, PERIOD);
        let credit = self.plan.price().share(LEFT, PERIOD);
        Ok(Preview {
            from: self.plan,
            to,
            charge,
            credit,
            // There are no refunds for a cheaper plan.
            due: (charge - credit).max(Money::ZERO),
        })
    }

    /// Changes the plan and bills what is due.
    pub(crate) fn change(&mut self, to: Plan) -> Result<(), Failure> {
        let preview = self.preview(to)?;
        self.plan = to;
        if preview.due > Money::ZERO {
            let what = format!("{} plan, {LEFT} of {PERIOD} days", to.name());
            self.bill(&TODAY.to_string(), &what, preview.due);
        }
        Ok(())
    }

    pub(crate) fn invoice(&self, number: &str) -> Result<&Invoice, Failure> {
        let mut invoices = self.invoices.iter();
        invoices.find(|i| i.number == number).ok_or_else(missing)
    }

    pub(crate) fn delete(&mut self, number: &str) -> Result<(), Failure> {
        let index = self.invoices.iter().position(|i| i.number == number);
        self.invoices.remove(index.ok_or_else(missing)?);
        Ok(())
    }

    pub(crate) fn json(&self) -> Value {
        let invoices: Vec<_> = self.invoices.iter().map(Invoice::json).collect();
        json!({
            "plan": self.plan.id(),
            "price_cents": self.plan.price(),
            "renews": RENEWAL,
            "invoices": invoices,
        })
    }
}

fn missing() -> Failure {
    Failure::not_found("There is no such invoice")
}

#[cfg(test)]
mod tests {
    use super::{Billing, Plan};

    #[test]
    fn an_upgrade_is_prorated_from_a_fixed_day() {
        let mut billing = Billing::seeded();
        let preview = billing.preview(Plan::Pro).unwrap();
        assert_eq!(preview.due.to_string(), "$12.40");
        billing.change(Plan::Pro).unwrap();
        assert_eq!(billing.invoices()[0].amount.to_string(), "$12.40");
        assert!(billing.change(Plan::Pro).is_err());
        let preview = billing.preview(Plan::Team).unwrap();
        assert_eq!(preview.due.to_string(), "$19.20");
        let preview = billing.preview(Plan::Free).unwrap();
        assert_eq!(preview.due.to_string(), "$0.00");
    }
}
