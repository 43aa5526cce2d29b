//! What looks as if it were hidden, and is seen.

use super::Rows;

/// Seen: shown, and not denied.
pub const SEEN: Rows = &[
    ("plain", "<p>@</p>"),
    (
        "mixed",
        "<div style='background:#fff'><p style='mix-blend-mode:multiply'>@</p></div>",
    ),
    (
        "lines around the letters",
        "<p style='-webkit-text-stroke:10px #fff;paint-order:stroke fill'>@</p>",
    ),
    (
        "ellipsis",
        "<p style='width:20px;overflow:hidden;white-space:nowrap;text-overflow:ellipsis'>@</p>",
    ),
    (
        "clamp",
        "<p style='display:-webkit-box;-webkit-line-clamp:1;-webkit-box-orient:vertical;overflow:hidden;width:60px'>some words that fill lines and lines <b>@</b></p>",
    ),
    (
        "over a picture",
        "<div style='background-image:linear-gradient(#000,#333);color:#fff'><p>@</p></div>",
    ),
    (
        "over a layer",
        "<div style='position:relative;height:40px'><div style='position:absolute;inset:0;background:#024'></div><p style='position:relative;color:#fff'>@</p></div>",
    ),
    (
        "over a backdrop that takes no presses",
        "<div style='position:relative;height:40px'><div style='position:absolute;inset:0;background:#fff;pointer-events:none'></div><p style='position:relative'>@</p></div>",
    ),
    (
        "before a backdrop that takes no presses",
        "<div style='position:relative;z-index:0;height:40px'><p>@</p><div style='position:absolute;inset:0;z-index:-1;background:#fff;pointer-events:none'></div></div>",
    ),
    (
        "raised over what takes no presses",
        "<div style='position:relative;height:40px'><div style='position:relative;z-index:2'><p>@</p></div><div style='position:absolute;inset:0;z-index:1;background:#fff;pointer-events:none'></div></div>",
    ),
    (
        "drawn on a bar",
        "<svg width=200 height=30><rect width=200 height=30 fill=navy /><text y=20 fill=white>@</text></svg>",
    ),
    (
        "drawn white on a page of its own",
        "<div style='background:#024'><svg width=200 height=30><text y=20 fill=white>@</text></svg></div>",
    ),
    (
        "drawn on a bar, taking no presses",
        "<svg width=200 height=30><rect width=200 height=30 fill=white /><text y=20 style='pointer-events:none'>@</text></svg>",
    ),
    ("a little blurred", "<p style='filter:blur(1px)'>@</p>"),
    ("right to left", "<p dir=rtl>@</p>"),
    (
        "gradient letters",
        "<p style='background:linear-gradient(red,blue);-webkit-background-clip:text;-webkit-text-fill-color:transparent'>@</p>",
    ),
    (
        "under a tint",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;inset:0;background:rgba(0,0,0,.4)'></div></div>",
    ),
    (
        "beside what covers the start",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;left:0;top:0;width:9px;bottom:0;background:#eee'></div></div>",
    ),
    (
        "to scroll to",
        "<div style='height:50px;overflow:auto'><div style='height:300px'>x</div><p>@</p></div>",
    ),
    (
        "in a carousel that scrolls",
        "<div style='display:flex;overflow-x:scroll;scroll-snap-type:x mandatory;width:200px'><p style='flex:0 0 200px'>one</p><p style='flex:0 0 200px'>@</p></div>",
    ),
    (
        "the back of a card",
        "<div style='transform-style:preserve-3d;transform:rotateY(180deg)'><p style='backface-visibility:hidden;transform:rotateY(180deg)'>@</p></div>",
    ),
    (
        "out of the flow",
        "<div style='overflow:hidden;height:0'><p style='position:absolute;margin:0'>@</p></div><br>",
    ),
    ("button", "<input type=submit value='@'>"),
    ("pieces", "<p><span>@</span><span>!</span></p>"),
    (
        "frame",
        "<iframe srcdoc='<p>@</p>' width=200 height=50></iframe>",
    ),
    (
        "shadow",
        "<div><template shadowrootmode=open><p>@</p></template></div>",
    ),
    (
        "without a box that fades, moves or cuts",
        "<p style='display:contents;opacity:0;filter:opacity(0);transform:scale(0);clip-path:inset(100%);overflow:hidden;height:0;\
         position:absolute;left:-9999px;mask-image:linear-gradient(transparent,transparent)'>@</p><br>",
    ),
    (
        "object",
        "<object id=ob type=text/html width=200 height=50></object><script>ob.data = URL.createObjectURL(new Blob(['<p>@</p>'], {type: 'text/html'}))</script>",
    ),
    (
        "embed",
        "<embed id=em type=text/html width=200 height=50><script>em.src = URL.createObjectURL(new Blob(['<p>@</p>'], {type: 'text/html'}))</script>",
    ),
    ("below", "<div style='height:2000px'></div><p>@</p>"),
];
