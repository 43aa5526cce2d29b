//! What a person reads that is no text of the page as it stands.

use super::Rows;

/// Read by a person, and no text of the page: neither shown nor denied.
pub const ELSEWHERE: Rows = &[
    (
        "before",
        "<style>.q::before{content:'@'}</style><p class=q></p>",
    ),
    (
        "attribute",
        "<style>.r::after{content:attr(data-m)}</style><p class=r data-m='@'></p>",
    ),
    (
        "drawn again",
        "<svg width=200 height=30><defs><text id=us y=20>@</text></defs><use href='#us' /></svg>",
    ),
    (
        "in pieces that are turned round",
        "<div id=fr style='display:flex;flex-direction:row-reverse;justify-content:flex-end'></div>\
         <script>fr.innerHTML = '<span>' + '@'.slice(3) + '</span><span>' + '@'.slice(0, 3) + '</span>'</script>",
    ),
    (
        "in pieces that are placed",
        "<p id=ab style='position:relative;font:16px monospace;height:20px'></p>\
         <script>ab.innerHTML = '<i style=\"position:absolute;left:3ch\">' + '@'.slice(3) + '</i><i style=\"position:absolute;left:0\">' + '@'.slice(0, 3) + '</i>'</script>",
    ),
    ("chosen", "<select><option selected>@</select>"),
    ("listed", "<select size=3><option>a<option>@</select>"),
    ("value", "<input readonly value='@' aria-label=w1>"),
    ("placeholder", "<input placeholder='@'>"),
    ("area", "<textarea aria-label=w2>@</textarea>"),
    ("editor", "<div contenteditable>@</div>"),
    (
        "canvas",
        "<canvas id=cv width=200 height=30></canvas><script>cv.getContext('2d').fillText('@',5,20)</script>",
    ),
    (
        "picture",
        "<img alt='@' src='data:image/gif;base64,R0lGODlhAQABAAAAACw=' width=20 height=20>",
    ),
];
