//! What a statement is about, by the words it has.

/// Roles whose names say what can be done.
pub(super) const DOES: &[&str] = &["button", "menuitem"];

/// Roles whose names say what can be chosen.
pub(super) const CHOICES: &[&str] = &[
    "option",
    "radio",
    "checkbox",
    "switch",
    "tab",
    "menuitemradio",
    "menuitemcheckbox",
];

/// Words of a statement about what a page offers.
pub(super) const OFFERS: &[&str] = &[
    "button",
    "buttons",
    "control",
    "controls",
    "menu",
    "menus",
    "action",
    "actions",
    "option",
    "options",
    "choice",
    "choices",
    "tab",
    "tabs",
    "radio",
    "checkbox",
    "checkboxes",
    "switch",
    "toggle",
    "can",
    "could",
    "may",
    "able",
    "offer",
    "offers",
    "offered",
    "available",
    "possible",
    "allow",
    "allows",
    "allowed",
    "lets",
    "way",
    "enabled",
    "disabled",
    "kann",
    "können",
    "möglich",
    "schaltfläche",
    "knopf",
    "peut",
    "bouton",
    "puede",
    "botón",
];

/// Words of a statement about what is chosen.
pub(super) const CHOSEN: &[&str] = &[
    "selected", "chosen", "checked", "ticked", "picked", "active", "current", "on", "enabled",
];

/// Words of a statement about what a field holds.
pub(super) const FIELDS: &[&str] = &[
    "field",
    "fields",
    "input",
    "inputs",
    "box",
    "form",
    "value",
    "values",
    "filled",
    "prefilled",
    "typed",
    "entered",
    "editor",
    "textarea",
    "feld",
    "formular",
    "champ",
    "campo",
];

/// Words of being signed in or out.
pub(super) const SESSION: &[&str] = &[
    "sign",
    "signed",
    "log",
    "logged",
    "login",
    "logout",
    "signin",
    "signout",
    "session",
    "authenticated",
    "angemeldet",
    "abgemeldet",
    "anmelden",
    "abmelden",
    "eingeloggt",
    "ausgeloggt",
];

/// Words of leaving a session.
pub(super) const OUT: &[&str] = &[
    "out",
    "off",
    "logout",
    "signout",
    "abgemeldet",
    "abmelden",
    "ausgeloggt",
];
