//! Deeds that are not taken back: what bears their words is what was named, whole.

use super::fold::fold;
use super::program::{Reading, Target};
use super::resolve::Hit;
use super::view::{Rank, View};

/// Words of such deeds. The sentences are English, and the names are the page's.
const GRAVE: [&str; 9] = [
    "buy cancel deactivate delete discard erase pay purchase purge refund remove reset revoke",
    "terminate transfer unsubscribe wipe",
    "bezahlen deaktivieren entfernen kaufen kündigen löschen stornieren verwerfen zurücksetzen",
    "acheter annuler désactiver effacer payer résilier supprimer",
    "anular apagar borrar cancelar comprar desactivar descartar eliminar excluir pagar remover",
    "acquista annulla cancella elimina paga rimuovi",
    "annuleren betalen kopen opzeggen verwijderen radera",
    "anuluj kup usuń zapłać odstranit smazat",
    "купить оплатить отменить удалить видалити",
];

/// The same in scripts that put no space between words.
const GRAVE_IN: &str =
    "削除 解約 購入 支払 キャンセル 删除 刪除 购买 購買 支付 取消 삭제 구매 결제 취소";

fn is_grave(word: &str) -> bool {
    let mut words = GRAVE.iter().flat_map(|row| row.split(' '));
    words.any(|grave| grave == word) || GRAVE_IN.split(' ').any(|part| word.contains(part))
}

/// Whether a name was found as a part of a longer one only, and one of them has a grave
/// word. In a place that was named the rest of the name most often says what the place
/// is, and numbers and marks say nothing.
pub(super) fn is_another_deed(view: &View<'_>, target: &Target, hit: Hit) -> bool {
    let narrowed = |reading: &Reading| reading.scope.is_some() || reading.ordinal.is_some();
    if hit.rank != Rank::Words || target.readings.iter().any(narrowed) {
        return false;
    }
    let words = |text: &str| -> Vec<String> {
        text.split(|c: char| !c.is_alphabetic() && c != '\'')
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect()
    };
    let own = [view.name(hit.index), view.text(hit.index)].map(words);
    let mut named = target
        .readings
        .iter()
        .filter_map(|reading| reading.name.as_ref());
    named.any(|name| {
        let wanted = words(&fold(&name.raw));
        let mut all = wanted.iter().chain(own.iter().flatten());
        all.any(|word| is_grave(word)) && own.iter().all(|own| *own != wanted)
    })
}
