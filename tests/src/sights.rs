//! What a person sees and what not, as a table of markup. `@` stands for the words.
//!
//! Sentences and expectations are both held to it.

mod elsewhere;
mod seen;

/// Rows on one page: a name, the markup, and what it is.
pub type Rows = &'static [(&'static str, &'static str)];

pub use elsewhere::ELSEWHERE;
pub use seen::SEEN;

/// In the tree, and seen by nobody: never shown, and denied.
pub const UNSEEN: Rows = &[
    ("display", "<p style='display:none'>@</p>"),
    (
        "opacity around",
        "<div style='opacity:.05'><div style='opacity:.05'><p>@</p></div></div>",
    ),
    ("transparent", "<p style='color:transparent'>@</p>"),
    (
        "transparent fill",
        "<p style='-webkit-text-fill-color:rgba(0,0,0,0)'>@</p>",
    ),
    ("filter", "<div style='filter:opacity(0)'><p>@</p></div>"),
    (
        "mask",
        "<p style='mask-image:linear-gradient(transparent,transparent)'>@</p>",
    ),
    (
        "turned",
        "<p style='backface-visibility:hidden;transform:rotateY(180deg)'>@</p>",
    ),
    ("moved", "<p style='transform:translateX(-5000px)'>@</p>"),
    (
        "cut below",
        "<div style='overflow:hidden;height:20px'><div style='height:60px'>a</div><p>@</p></div>",
    ),
    (
        "cut right",
        "<div style='overflow:hidden;width:200px;position:relative;height:20px'><p style='position:absolute;left:250px'>@</p></div>",
    ),
    (
        "cut left",
        "<div style='overflow:auto;width:200px;position:relative;height:20px'><p style='position:absolute;left:-250px'>@</p></div>",
    ),
    (
        "cut by a path",
        "<div style='clip-path:inset(0 0 90% 0);height:200px;padding-top:100px'><p>@</p></div>",
    ),
    (
        "behind the eye",
        "<div style='perspective:9px'><p style='transform:translateZ(20px)'>@</p></div>",
    ),
    ("zoom", "<p style='zoom:0.0001'>@</p>"),
    (
        "in a frame's place",
        "<iframe srcdoc='<p>hi' width=50 height=20>@</iframe>",
    ),
    (
        "drawn without a fill",
        "<svg width=200 height=30><text y=20 fill=none>@</text></svg>",
    ),
    (
        "drawn outside",
        "<svg width=200 height=30><text y=200>@</text></svg>",
    ),
    (
        "in an object's place",
        "<object id=oc type=text/html width=50 height=20>@</object><script>oc.data = URL.createObjectURL(new Blob(['hi'], {type: 'text/html'}))</script>",
    ),
    (
        "drawn nowhere",
        "<svg width=200 height=30><defs><text y=20>@</text></defs></svg>",
    ),
    (
        "transparent, without a box",
        "<p style='display:contents;color:transparent'>@</p>",
    ),
    (
        "faded around what has no box",
        "<div style='opacity:0'><p style='display:contents'>@</p></div>",
    ),
    (
        "on a first line of no ink",
        "<style>.line::first-line{color:transparent}</style><p class=line>@</p>",
    ),
    ("title", "<p title='@'>t</p>"),
    (
        "title of a drawing",
        "<svg width=10 height=10><title>@</title><rect width=10 height=10 /></svg>",
    ),
    (
        "label of a region",
        "<div role=region aria-label='@'>al</div>",
    ),
];

/// Seen by nobody as it stands, and not for sure: neither shown nor denied.
pub const COVERED: Rows = &[
    (
        "white on white",
        "<div style='background:#fff'><p style='color:#fff'>@</p></div>",
    ),
    (
        "black on black",
        "<div style='background:#000;color:#000'><p>@</p></div>",
    ),
    (
        "covered",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;inset:0;background:#eee'></div></div>",
    ),
    (
        "under a veil",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;inset:0;background:#fff;pointer-events:none'></div></div>",
    ),
    (
        "drawn white on white",
        "<svg width=200 height=30><text y=20 fill=white>@</text></svg>",
    ),
    (
        "drawn under",
        "<svg width=200 height=30><text y=20>@</text><rect width=200 height=30 fill=white /></svg>",
    ),
    (
        "white on white, without the box that would be black",
        "<p style='display:contents;background:#000;color:#fff'><b>@</b></p><br>",
    ),
    (
        "mixed into white",
        "<div style='background:#fff'><p style='mix-blend-mode:screen'>@</p></div>",
    ),
    (
        "lines over the letters",
        "<p style='-webkit-text-stroke:10px #fff'>@</p>",
    ),
    ("blurred", "<p style='filter:blur(40px)'>@</p>"),
    ("without contrast", "<p style='filter:contrast(0)'>@</p>"),
    ("in reverse", "<p><bdo dir=rtl>@</bdo></p>"),
    (
        "behind",
        "<div style='position:relative;z-index:0;height:30px'><p style='position:absolute;top:0;z-index:-1;margin:0'>@</p><div style='position:absolute;inset:0;background:#ddd'>cover</div></div>",
    ),
];

/// The same of what is painted over it; see [`PAINTED`] for the classes.
pub const PAINTED_OVER: Rows = &[
    (
        "under a picture",
        "<div style='position:relative;height:40px'><p>@</p><img style='position:absolute;inset:0;width:100%;height:100%' src='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAADklEQVR42mO4CwYMEAoASJIKXSo3CtkAAAAASUVORK5CYII='></div>",
    ),
    (
        "under a gradient",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;inset:0;width:100%;height:100%;background:linear-gradient(#eee,#ddd)'></div></div>",
    ),
    (
        "under a drawing",
        "<div style='position:relative;height:40px'><p>@</p><canvas class=filled style='position:absolute;inset:0;width:100%;height:100%'></canvas></div>",
    ),
    (
        "under a gradient that takes no presses",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;inset:0;width:100%;height:100%;background-image:linear-gradient(#eee,#ddd);pointer-events:none'></div></div>",
    ),
    (
        "under what is painted after",
        "<div class=after style='position:relative;height:40px'><p>@</p></div>",
    ),
    (
        "under what is painted after a text",
        "<p class=after style='position:relative'>@</p>",
    ),
    (
        "under a frame",
        "<div style='position:relative;height:40px'><p>@</p><iframe style='position:absolute;inset:0;width:100%;height:100%;border:0' srcdoc='<body style=background:#fff>frame'></iframe></div>",
    ),
    (
        "under an item of a row that is raised",
        "<div style='display:flex'><p style='flex:0 0 200px'>@</p><div style='z-index:1;flex:0 0 200px;margin-left:-200px;background:#eee;pointer-events:none'></div></div>",
    ),
    (
        "in a line as high as its letters",
        "<p style='position:relative;font:20px/1 serif'>@<i style='position:absolute;inset:0;background:#eee;pointer-events:none'></i></p>",
    ),
    (
        "half of it on a first line",
        "<p class=first style='width:40px;word-break:break-all'>@</p>",
    ),
];

/// Seen next to what is painted, or through it.
pub const PAINTED_NEAR: Rows = &[
    (
        "under half a picture",
        "<div style='position:relative;height:40px'><p>@</p><img style='position:absolute;inset:0;width:100%;height:100%' src='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAYAAABytg0kAAAAEUlEQVR42mO4e/duAggzwBgAbbwL3T1bRTQAAAAASUVORK5CYII='></div>",
    ),
    (
        "under a picture that never came",
        "<div style='position:relative;height:40px'><p>@</p><img style='position:absolute;inset:0;width:100%;height:100%' src='data:image/png;base64,AAAA'></div>",
    ),
    (
        "under a picture that leaves bars",
        "<div style='position:relative;height:40px'><p>@</p><img style='position:absolute;inset:0;width:100%;height:100%;object-fit:contain;object-position:100% 50%' src='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAADklEQVR42mO4CwYMEAoASJIKXSo3CtkAAAAASUVORK5CYII='></div>",
    ),
    (
        "under half a gradient",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;inset:0;width:100%;height:100%;background:linear-gradient(#eee,transparent)'></div></div>",
    ),
    (
        "beside a gradient",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;inset:0;width:100%;height:100%;background:linear-gradient(#eee,#ddd) 0 0/9px no-repeat'></div></div>",
    ),
    (
        "under an empty canvas",
        "<div style='position:relative;height:40px'><p>@</p><canvas style='position:absolute;inset:0;width:100%;height:100%'></canvas></div>",
    ),
    (
        "over a picture that is placed",
        "<div style='position:relative;height:40px'><img style='position:absolute;inset:0;width:100%;height:100%' src='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAADklEQVR42mO4CwYMEAoASJIKXSo3CtkAAAAASUVORK5CYII='><p style='position:relative'>@</p></div>",
    ),
    (
        "over a picture, taking no presses",
        "<div style='position:relative;height:40px'><img style='position:absolute;inset:0;width:100%;height:100%' src='data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAIAAAACCAIAAAD91JpzAAAADklEQVR42mO4CwYMEAoASJIKXSo3CtkAAAAASUVORK5CYII='><p style='position:relative;pointer-events:none'>@</p></div>",
    ),
    (
        "under half of what is painted after",
        "<div class='after half' style='position:relative;height:40px'><p>@</p></div>",
    ),
    (
        "over what is painted before",
        "<div class=before style='position:relative;height:40px'><p style='position:relative'>@</p></div>",
    ),
    (
        "over what is painted behind",
        "<div class=behind style='z-index:0;position:relative;height:40px'><p>@</p></div>",
    ),
    (
        "beside what is painted after",
        "<div class='after small' style='position:relative;height:40px'><p>@</p></div>",
    ),
    (
        "under what is cut off",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;left:0;top:0;width:9px;height:9px;overflow:hidden'><div style='width:900px;height:90px;position:relative;background:#fff;pointer-events:none'></div></div></div>",
    ),
    (
        "letters of its own on a first line",
        "<p class=first><b style='color:red'>@</b></p>",
    ),
    (
        "under a clear frame",
        "<div style='position:relative;height:40px'><p>@</p><iframe style='position:absolute;inset:0;width:100%;height:100%;border:0' srcdoc='frame'></iframe></div>",
    ),
    ("on a second line", "<p class=first>one<br>@</p>"),
    (
        "under letters filled with a colour",
        "<div style='position:relative;height:40px'><p>@</p><div style='position:absolute;inset:0;background:#eee;background-clip:text;-webkit-background-clip:text'>x</div></div>",
    ),
    (
        "in the corner of a round veil",
        "<div style='position:relative;height:60px;width:60px;font-size:9px'>@<i style='position:absolute;inset:0;border-radius:50%;background:#eee;pointer-events:none'></i></div>",
    ),
    (
        "beside a turned veil",
        "<div style='position:relative;height:60px;width:300px'>@<i style='position:absolute;inset:0;transform:rotate(-20deg);background:#eee;pointer-events:none'></i></div>",
    ),
];

/// What the rows of painted things need on their page, besides [`HEADER`].
pub const PAINTED: &str = concat!(
    "<style>.after::after,.before::before{content:'';position:absolute;inset:0;background:#eee;pointer-events:none}",
    ".half::after{opacity:.5}.small::after{width:9px}.first::first-line{color:transparent}",
    ".behind::before{content:'';position:absolute;inset:0;background:#eee;z-index:-1}</style>",
    "<script>for(const c of document.querySelectorAll('.filled')){const x=c.getContext('2d');x.fillStyle='#eee';x.fillRect(0,0,999,999)}</script>",
    "<header style='position:fixed;top:0;left:0;right:0;height:60px;background:#333'>Shop</header>"
);

/// One page of rows, each with words of its own; what else it needs goes to its end.
#[must_use]
pub fn page(rows: Rows, more: &str) -> String {
    let mut out = String::from("<h1>Sights</h1>");
    for (at, (_, markup)) in rows.iter().enumerate() {
        out.push_str(&markup.replace('@', &words(at)));
    }
    out + more
}

/// The words of a row.
#[must_use]
pub fn words(at: usize) -> String {
    format!("phrase{at}z")
}

/// A header that stays, and lies over whatever is scrolled to the top.
pub const HEADER: &str =
    "<header style='position:fixed;top:0;left:0;right:0;height:60px;background:#333'>Shop</header>";
