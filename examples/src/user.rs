//! People with an account, and who is signed in.

use std::collections::HashMap;

use axum::http::StatusCode;
use serde_json::{Value, json};

use crate::failure::Failure;

/// An account.
#[derive(Clone, Debug)]
pub(crate) struct User {
    pub(crate) name: String,
    pub(crate) email: String,
    pub(crate) password: String,
    pub(crate) phone: String,
    pub(crate) newsletter: bool,
    pub(crate) kind: Kind,
    pub(crate) country: String,
}

/// What an account is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Kind {
    Personal,
    Business,
}

impl Kind {
    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Personal => "personal",
            Self::Business => "business",
        }
    }

    pub(crate) fn find(id: &str) -> Option<Self> {
        [Self::Personal, Self::Business]
            .into_iter()
            .find(|kind| kind.id() == id)
    }
}

impl User {
    /// The account without its password.
    pub(crate) fn json(&self) -> Value {
        json!({
            "name": self.name,
            "email": self.email,
            "phone": self.phone,
            "newsletter": self.newsletter,
            "account_type": self.kind.id(),
            "country": self.country,
        })
    }
}

/// The accounts of a workspace.
#[derive(Debug)]
pub(crate) struct Users {
    list: Vec<User>,
    /// Wrong passwords in a row, by address.
    wrong: HashMap<String, u32>,
    current: Option<usize>,
}

/// An address is locked after this many wrong passwords.
const TRIES: u32 = 5;

impl Users {
    pub(crate) fn seeded() -> Self {
        let user = |name: &str, email: &str, password: &str, kind| User {
            name: name.to_owned(),
            email: email.to_owned(),
            password: password.to_owned(),
            phone: String::new(),
            newsletter: false,
            kind,
            country: "United Kingdom".to_owned(),
        };
        Self {
            list: vec![
                user(
                    "Ada Lovelace",
                    "ada@example.com",
                    "correct horse",
                    Kind::Personal,
                ),
                user(
                    "Bob Tailor",
                    "bob@example.com",
                    "battery staple",
                    Kind::Business,
                ),
            ],
            wrong: HashMap::new(),
            current: None,
        }
    }

    /// Who is signed in.
    pub(crate) fn current(&self) -> Option<&User> {
        self.list.get(self.current?)
    }

    /// Who is signed in, or the failure that says that nobody is.
    pub(crate) fn require(&self) -> Result<&User, Failure> {
        self.current()
            .ok_or_else(|| Failure::new(StatusCode::UNAUTHORIZED, "signed_out", "Sign in first"))
    }

    pub(crate) fn sign_in(&mut self, email: &str, password: &str) -> Result<&User, Failure> {
        let email = normal(email);
        let wrong = self.wrong.entry(email.clone()).or_default();
        if *wrong >= TRIES {
            return Err(Failure::new(
                StatusCode::TOO_MANY_REQUESTS,
                "locked",
                "Too many attempts. Try again in 15 minutes",
            ));
        }
        let found = self.list.iter().position(|user| user.email == email);
        match found.filter(|index| self.list[*index].password == password) {
            Some(index) => {
                *wrong = 0;
                self.current = Some(index);
                Ok(&self.list[index])
            }
            None => {
                *wrong += 1;
                Err(Failure::new(
                    StatusCode::UNAUTHORIZED,
                    "wrong_credentials",
                    "Email or password is incorrect",
                ))
            }
        }
    }

    pub(crate) fn sign_out(&mut self) {
        self.current = None;
    }

    /// Opens an account and signs in.
    pub(crate) fn sign_up(&mut self, mut user: User) -> Result<(), Failure> {
        user.email = normal(&user.email);
        if self.taken(&user.email, None) {
            return Err(taken());
        }
        self.current = Some(self.list.len());
        self.list.push(user);
        Ok(())
    }

    /// Changes the account that is signed in.
    pub(crate) fn update(
        &mut self,
        name: &str,
        email: &str,
        phone: &str,
        newsletter: bool,
    ) -> Result<(), Failure> {
        self.require()?;
        let email = normal(email);
        if self.taken(&email, self.current) {
            return Err(taken());
        }
        if let Some(user) = self.current.and_then(|index| self.list.get_mut(index)) {
            name.trim().clone_into(&mut user.name);
            user.email = email;
            phone.trim().clone_into(&mut user.phone);
            user.newsletter = newsletter;
        }
        Ok(())
    }

    fn taken(&self, email: &str, except: Option<usize>) -> bool {
        let mut users = self.list.iter().enumerate();
        users.any(|(index, user)| user.email == email && Some(index) != except)
    }
}

fn taken() -> Failure {
    Failure::conflict("email_taken", "That email address already has an account")
}

fn normal(email: &str) -> String {
    email.trim().to_lowercase()
}

#[cfg(test)]
mod tests {
    use super::Users;

    #[test]
    fn five_wrong_passwords_lock_an_address() {
        let mut users = Users::seeded();
        for _ in 0..5 {
            let failure = users.sign_in("ada@example.com", "guess").unwrap_err();
            assert_eq!(failure.message(), "Email or password is incorrect");
        }
        let failure = users
            .sign_in("ada@example.com", "correct horse")
            .unwrap_err();
        assert!(failure.message().starts_with("Too many attempts"));
        assert!(users.current().is_none());
        assert!(users.sign_in("Bob@Example.com ", "battery staple").is_ok());
    }
}
