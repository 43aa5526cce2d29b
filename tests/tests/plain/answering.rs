//! What a subject answers with, and that no denial passes by itself.

use super::Case;
use e2e::plain::Attempt;
use e2e::report::record::StepKind;

const CART: &str = r#"<title>Cart</title>
<nav><a href="/cart">Cart (0)</a> <a href="/account">Account</a></nav>
<h1>Basket</h1>
<ul aria-label="Products">
  <li><span>Enamel mug</span> <span>$14.00</span> <button>Remove</button></li>
  <li><span>Cotton tea towel</span> <span>$4.91</span> <button>Remove</button></li>
</ul>
<ul aria-label="Saved for later"></ul>
<section aria-labelledby=s><h2 id=s>Summary</h2>
  <dl><dt>Subtotal</dt><dd>$18.00</dd><dt>Total</dt><dd>$18.91</dd></dl>
</section>
<p>Current plan</p><p>Free</p>
<p>Shipping: <b>$3.00</b></p>
<table><tr><th scope=col>Month<th scope=col>Amount</tr>
<tr><th scope=row>March<td>$5.00</tr><tr><th scope=row>April<td>$7.00</tr></table>
<h2>Checkout</h2>
<label>Password <input type=password id=p></label>
<button onclick="out.textContent='!'">Show alert</button>
<div role=status id=out></div>"#;

#[tokio::test]
async fn what_a_name_names_is_read_and_not_the_name() {
    let case = Case::open(CART).await;
    let mut wrong = Vec::new();
    for (sentence, holds) in [
        ("the total is not \"$18.91\"", "no"),
        ("the total is \"$18.91\"", "yes"),
        ("\"Total\" is not \"$27.40\"", "yes"),
        ("\"Total\" is \"$27.40\"", "no"),
        ("\"Total\" is not \"$18.91\"", "no"),
        ("the Summary shows \"$18.91\"", "yes"),
        ("the Summary does not show \"$27.40\"", "yes"),
        ("the Summary does not show \"$18.91\"", "no"),
        ("the Summary region does not show \"$27.40\"", "yes"),
        ("the page does not show \"$18.91\" in the Summary", "no"),
        ("the page does not show \"$14.00\" in \"Enamel mug\"", "?"),
        ("\"Enamel mug\" does not show \"$14.00\"", "?"),
        ("the cart is not empty", "?"),
        ("the cart is empty", "?"),
        ("the Account is not \"Free\"", "?"),
        ("the current plan is not \"Free\"", "?"),
        ("the shipping is not \"$3.00\"", "no"),
        ("the shipping is \"$3.00\"", "yes"),
        ("the Amount column does not show \"$5.00\"", "no"),
        ("the Amount column does not show \"$6.00\"", "yes"),
        ("the Amount column shows \"$7.00\"", "yes"),
        ("March does not show \"$5.00\"", "no"),
        ("March shows \"$5.00\"", "yes"),
        ("the Products list is not empty", "yes"),
        ("the \"Saved for later\" list is empty", "yes"),
        ("the \"Saved for later\" list is not empty", "no"),
        ("the Checkout is enabled", "no"),
        ("the Checkout is not disabled", "no"),
        // A kind of thing is no part of a control's name.
        ("an alert shows \"Show\"", "no"),
        ("the alert says \"Show alert\"", "no"),
        ("alert is visible", "no"),
        ("the alert does not show \"Gone\"", "no"),
        // That a secret is there is none.
        ("the Password field is empty", "yes"),
        ("the Password field is not empty", "no"),
    ] {
        let found = judged(&case, sentence).await;
        if found != holds {
            wrong.push(format!("{sentence}: {}", case.check(sentence).await));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
    case.act("fill Password with \"secret\"").await;
    for (sentence, holds) in [
        ("the Password field is empty", "no"),
        ("the Password field is not empty", "yes"),
    ] {
        assert_eq!(judged(&case, sentence).await, holds, "{sentence}");
    }
    case.shown.close().await;
}

async fn judged(case: &Case, sentence: &str) -> &'static str {
    match case.attempt(StepKind::Assert, sentence).await.0 {
        Attempt::Passed(_) => "yes",
        Attempt::Failed { error, .. } if error.code() == e2e::Code::AssertionInconclusive => "?",
        Attempt::Failed { .. } | Attempt::Unresolved { .. } => "no",
        Attempt::Unread(error) => panic!("{sentence}: {error:?}"),
    }
}

#[tokio::test]
async fn a_denial_that_says_nothing_says_what_to_write() {
    let case = Case::open(CART).await;
    let said = case.check("the current plan is not \"Free\"").await;
    assert!(said.starts_with("ASSERTION_INCONCLUSIVE"), "{said}");
    assert!(said.contains("taken: paragraph \"Current plan\""), "{said}");
    assert!(said.contains("`the page does not show \"Free\"`"), "{said}");
    let said = case.check("the cart is not empty").await;
    assert!(said.contains("link \"Cart (0)\""), "{said}");
    case.shown.close().await;
}

#[tokio::test]
async fn the_bottom_is_the_lowest_thing_that_can_be_seen() {
    let case = Case::open(
        r#"<title>Feed</title><h1>Feed</h1><div style="height: 3000px"></div>
        <p>Last words</p><div role=status aria-live=polite></div>"#,
    )
    .await;
    let done = case.act("scroll to the bottom").await;
    let shown = "const box = document.querySelector('p').getBoundingClientRect();
        return box.bottom <= innerHeight ? 'seen' : 'below'";
    assert_eq!(case.shown.run(shown).await, "seen", "{done}");
    case.shown.close().await;
}
