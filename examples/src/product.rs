//! The products on sale.

use std::sync::LazyLock;

use serde::{Deserialize, Serialize};

use crate::bugs::Bugs;
use crate::money::Money;

/// A product as it is written in `products.json`.
#[derive(Debug, Deserialize)]
pub(crate) struct Product {
    pub(crate) slug: String,
    pub(crate) name: String,
    pub(crate) category: Category,
    pub(crate) price: Money,
    pub(crate) stock: u32,
    pub(crate) art: String,
    pub(crate) tone: String,
    pub(crate) added: String,
    /// What the variants differ in, such as the colour.
    pub(crate) choice: String,
    pub(crate) variants: Vec<Variant>,
    pub(crate) summary: String,
    pub(crate) description: String,
    pub(crate) care: String,
    pub(crate) reviews: Vec<Review>,
}

/// One choice of a product.
#[derive(Debug, Deserialize)]
pub(crate) struct Variant {
    pub(crate) id: String,
    pub(crate) name: String,
    #[serde(default)]
    pub(crate) extra: Money,
}

/// What a customer wrote.
#[derive(Debug, Deserialize)]
pub(crate) struct Review {
    pub(crate) author: String,
    pub(crate) stars: usize,
    pub(crate) text: String,
}

/// The shelves of the shop.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum Category {
    Kitchen,
    Stationery,
    Garden,
    Lighting,
}

impl Category {
    pub(crate) const ALL: [Self; 4] = [
        Self::Kitchen,
        Self::Stationery,
        Self::Garden,
        Self::Lighting,
    ];

    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Kitchen => "Kitchen",
            Self::Stationery => "Stationery",
            Self::Garden => "Garden",
            Self::Lighting => "Lighting",
        }
    }

    /// The form used in addresses.
    pub(crate) fn id(self) -> String {
        self.name().to_lowercase()
    }
}

/// The order of a list of products.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Sort {
    #[default]
    Newest,
    PriceUp,
    PriceDown,
    Name,
}

impl Sort {
    pub(crate) const ALL: [Self; 4] = [Self::Newest, Self::PriceUp, Self::PriceDown, Self::Name];

    pub(crate) fn id(self) -> &'static str {
        match self {
            Self::Newest => "newest",
            Self::PriceUp => "price-asc",
            Self::PriceDown => "price-desc",
            Self::Name => "name",
        }
    }

    pub(crate) fn label(self) -> &'static str {
        match self {
            Self::Newest => "Newest",
            Self::PriceUp => "Price low to high",
            Self::PriceDown => "Price high to low",
            Self::Name => "Name",
        }
    }

    pub(crate) fn find(id: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|sort| sort.id() == id)
    }
}

static PRODUCTS: LazyLock<Vec<Product>> = LazyLock::new(|| {
    serde_json::from_str(include_str!("assets/products.json"))
        .expect("products.json is part of the program and parses")
});

/// Every product, in the order of the file.
pub(crate) fn all() -> &'static [Product] {
    &PRODUCTS
}

/// The product with this slug.
pub(crate) fn find(slug: &str) -> Option<&'static Product> {
    all().iter().find(|product| product.slug == slug)
}

impl Product {
    /// The variant with this id; none if the product has no variants.
    pub(crate) fn variant(&self, id: &str) -> Option<&Variant> {
        self.variants.iter().find(|variant| variant.id == id)
    }

    /// The address of the picture.
    pub(crate) fn picture(&self) -> String {
        format!("/assets/art.svg#{}", self.art)
    }
}

/// What a visitor asks the catalogue for.
#[derive(Debug, Default)]
pub(crate) struct Query {
    pub(crate) term: String,
    /// No category means all of them.
    pub(crate) categories: Vec<Category>,
    pub(crate) sort: Sort,
}

impl Query {
    /// Reads `q`, `sort` and any number of `category` from decoded pairs. What is unknown is
    /// ignored, as shops do.
    pub(crate) fn from_pairs(pairs: &[(String, String)]) -> Self {
        let mut query = Self::default();
        for (name, value) in pairs {
            match name.as_str() {
                "q" => value.trim().clone_into(&mut query.term),
                "sort" => query.sort = Sort::find(value).unwrap_or_default(),
                "category" => query.categories.extend(
                    Category::ALL
                        .into_iter()
                        .find(|c| c.id() == value.to_lowercase()),
                ),
                _ => {}
            }
        }
        query
    }

    /// The matching products in order.
    pub(crate) fn run(&self, bugs: Bugs) -> Vec<&'static Product> {
        let term = self.term.to_lowercase();
        let mut found: Vec<_> = all()
            .iter()
            .filter(|p| bugs.search || p.name.to_lowercase().contains(&term))
            .filter(|p| self.categories.is_empty() || self.categories.contains(&p.category))
            .collect();
        match self.sort {
            Sort::Newest => found.sort_by(|a, b| b.added.cmp(&a.added)),
            Sort::PriceUp => found.sort_by_key(|p| p.price),
            Sort::PriceDown => found.sort_by_key(|p| std::cmp::Reverse(p.price)),
            Sort::Name => found.sort_by(|a, b| a.name.cmp(&b.name)),
        }
        found
    }
}

/// "1 product", "3 products": what the status line says.
pub(crate) fn count(found: usize) -> String {
    match found {
        0 => "No products match".to_owned(),
        1 => "1 product".to_owned(),
        n => format!("{n} products"),
    }
}

#[cfg(test)]
mod tests {
    use super::{Query, Sort, all};
    use crate::bugs::Bugs;

    fn names(pairs: &[(&str, &str)], bugs: Bugs) -> Vec<&'static str> {
        let pairs: Vec<_> = pairs
            .iter()
            .map(|(name, value)| ((*name).to_owned(), (*value).to_owned()))
            .collect();
        let found = Query::from_pairs(&pairs).run(bugs);
        found.iter().map(|product| product.name.as_str()).collect()
    }

    #[test]
    fn the_term_the_category_and_the_order_narrow_the_list() {
        let tea = names(&[("q", "TEA"), ("sort", "name")], Bugs::default());
        assert_eq!(
            tea,
            ["Cotton tea towel", "Stoneware teapot", "Tea light holder"]
        );
        let lit = names(&[("q", "tea"), ("category", "lighting")], Bugs::default());
        assert_eq!(lit, ["Tea light holder"]);
        let cheap = names(&[("sort", Sort::PriceUp.id())], Bugs::default());
        assert_eq!(cheap[0], "Tea light holder");
    }

    #[test]
    fn the_search_bug_ignores_the_term() {
        let bugs = Bugs {
            search: true,
            ..Bugs::default()
        };
        assert_eq!(names(&[("q", "tea")], bugs).len(), all().len());
    }
}
