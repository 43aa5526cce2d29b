// A code over several fields, each of which takes a part and hands the focus on.

// Longest part of one field.
const PART = 8;

function partOf(el) {
  const most = D.tag(el) === "input" && isEditable(el) ? +(D.attr(el, "maxlength") || 0) : 0;
  return most >= 1 && most <= PART ? most : 0;
}

// Such fields from `el` on, in the group they share, each with what it holds now.
function rowOf(el) {
  const most = partOf(el);
  if (!most) return null;
  for (let group = up(el), level = 0; group && D.type(group) === 1 && level < 4; group = up(group), level++) {
    const row = [];
    let many = 0, begun = false;
    all(group, (node) => {
      if (partOf(node) !== most) return;
      many++;
      if (node === el) begun = true;
      if (begun) row[row.length] = { el: node, was: fieldValue(node) };
    });
    if (many > 1) return row;
  }
  return null;
}

// What the fields read together that were typed into one after the other.
function spreadOf(row) {
  let text = "", many = 0;
  for (; row && many < row.length; many++) {
    const field = row[many].el;
    if (!D.connected(field) || isSecure(field) || (many && fieldValue(field) === row[many].was)) break;
    text += fieldValue(field);
  }
  return many > 1 ? text : undefined;
}
