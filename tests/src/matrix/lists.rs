//! Lists to choose from, of every make.

use super::row::Do::{Check, Fill, Press, Say, Select, Tap};
use super::row::{Row, refused, works};

pub(super) const ROWS: &[Row] = &[
    works(
        "select-native",
        &[Select("combobox Country", "Norway")],
        "Norway",
    ),
    works(
        "select-native-groups",
        &[Select("combobox Size", "Large (women)")],
        "w2",
    ),
    works(
        "select-native-many",
        &[
            Select("listbox Toppings", "Olives"),
            Select("listbox Toppings", "Ham"),
        ],
        "Olives+Ham",
    ),
    works(
        "select-native-redrawn",
        &[Select("combobox Priority", "High")],
        "High;",
    ),
    works("select-like-mui", &[Select("combobox Age", "Twenty")], "20"),
    works(
        "select-like-radix",
        &[Select("combobox Fruit", "Banana")],
        "Banana",
    ),
    works(
        "select-like-ant",
        &[Select("combobox Owner", "Lucy")],
        "Lucy",
    ),
    works(
        "select-like-soup",
        &[Tap("text Choose a colour"), Tap("text Green")],
        "Green",
    ),
    works(
        "combobox-filter",
        &[Select("combobox Fruit", "Pineapple")],
        "Pineapple",
    ),
    works(
        "combobox-filter",
        &[Fill("combobox Fruit", "ban"), Tap("option Banana")],
        "Banana",
    ),
    refused("combobox-filter", &[Select("combobox Fruit", "Mango")], ""),
    works(
        "combobox-hides",
        &[Fill("combobox To", "grace"), Say("click \"Grace Hopper\"")],
        "Grace Hopper",
    ),
    works(
        "combobox-typed-only",
        &[Select("combobox City", "Bern")],
        "Bern",
    ),
    works(
        "combobox-server",
        &[Select("combobox Repository", "gamma")],
        "gamma",
    ),
    works(
        "combobox-long",
        &[Select("combobox Zone", "Zone 250")],
        "Zone 250",
    ),
    refused("combobox-long", &[Select("combobox Zone", "Zone 999")], ""),
    refused("combobox-long", &[Select("combobox Zone", "Twin zone")], ""),
    works(
        "select-layer",
        &[Select("combobox Colour", "Green")],
        "Green",
    ),
    refused("select-layer", &[Select("combobox Colour", "Blue")], ""),
    refused("combobox-twins", &[Select("combobox Branch", "main")], ""),
    refused("combobox-refuses", &[Select("combobox Plan", "Pro")], ""),
    works(
        "combobox-chips",
        &[
            Select("combobox Tags", "docs"),
            Select("combobox Tags", "help wanted"),
        ],
        "docs+help wanted",
    ),
    works(
        "combobox-chips",
        &[
            Select("combobox Tags", "docs"),
            Select("combobox Tags", "bug"),
            Tap("button Remove docs"),
        ],
        "bug",
    ),
    works("listbox-single", &[Select("listbox Speed", "Fast")], "Fast"),
    works(
        "listbox-keys",
        &[
            Press("listbox Fruit", "ArrowDown"),
            Press("listbox Fruit", "Enter"),
        ],
        "Banana",
    ),
    works(
        "datalist",
        &[
            Fill("combobox Browser", "Chromium"),
            Press("combobox Browser", "Tab"),
        ],
        "Chromium",
    ),
    works(
        "select-beside",
        &[
            Select("combobox Owner", "Person 3"),
            Say("verify that the Owner dropdown is \"Person 3\""),
        ],
        "Person 3",
    ),
    works(
        "select-beside",
        &[Say("select \"Person 50\" from Owner")],
        "Person 50",
    ),
    refused(
        "select-beside",
        &[
            Select("combobox Owner", "Person 3"),
            Say("verify that the Owner dropdown is \"Person 5\""),
        ],
        "Person 3",
    ),
    refused(
        "select-beside",
        &[
            Select("combobox Owner", "Person 3"),
            Say("clear the Owner field"),
        ],
        "Person 3",
    ),
    works(
        "chips-beside",
        &[Select("combobox Team", "Lucy"), Say("select Tom from Team")],
        "Lucy+Tom",
    ),
    works("pages-numbered", &[Say("click 3")], "page 3"),
    refused("pages-numbered", &[Say("click 2")], ""),
    works(
        "check-row",
        &[
            Say("check the row \"Paper\""),
            Say("check Beta"),
            Check("css #rows tr:first-child"),
            Say("uncheck the row \"Paper\""),
        ],
        "Beta+Ink",
    ),
    works(
        "check-native",
        &[Check("checkbox Accept the terms")],
        "true",
    ),
];
