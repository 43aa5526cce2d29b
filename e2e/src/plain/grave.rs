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

/// Words of deeds that are as grave where they are what was left out: "account" is not
/// "Close account" and "money" not "Send money", while "Send" may well be "Send message".
const LEFT_OUT: &str = "approve ban close disconnect publish reject send submit unlink withdraw \
    absenden schließen senden sperren fermer envoyer cerrar enviar";

/// What such words, or these, are grave with: an account is not closed as a dialog is,
/// and "Clear all data" not what "Clear" is in a form.
const AND_THESE: &str = "archive block book clear confirm disable empty leave log stop upgrade";
const AT_STAKE: &str = "account konto compte cuenta conta card charge data deletion everybody everyone \
    everything everywhere factor forever money permanently servers team trash";

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
        let is_of = |row: &str, word: &str| row.split_whitespace().any(|one| one == word);
        let left_out = own.iter().flatten().filter(|word| !wanted.contains(*word));
        let mut left_out = left_out.map(String::as_str);
        let does = matches!(
            view.node(hit.index).role.as_str(),
            "button" | "link" | "menuitem"
        );
        let has = |row: &str| own.iter().flatten().any(|word| is_of(row, word));
        let heavy = all.any(|word| is_grave(word))
            || does
                && left_out.any(|word| {
                    is_of(LEFT_OUT, word)
                        || is_of(AT_STAKE, word) && (has(LEFT_OUT) || has(AND_THESE))
                });
        heavy && own.iter().all(|own| *own != wanted)
    })
}

#[cfg(test)]
mod tests {
    use crate::plain::program::Command;
    use crate::plain::resolve::{Purpose, resolve};
    use crate::plain::view::View;
    use crate::plain::{parse, scene};
    use crate::report::record::StepKind;

    #[test]
    fn a_deed_that_is_not_taken_back_is_named_by_its_own_word() {
        let screen = scene::screen(
            "button \"Close account\"\nbutton \"Send money\"\nbutton \"Unsubscribe all\"\nbutton \"Konto löschen\"\nbutton \"Close the panel\"\nbutton \"Save draft\"\nbutton \"Send message\"\nbutton \"Approve Ada's order\"\nlink \"Order history\"\ntextbox \"Publish date\"",
        );
        let view = View::new(&screen);
        for (sentence, found) in [
            ("click account", false),
            ("click Close account", true),
            ("click money", false),
            ("click Send money", true),
            ("click all", false),
            ("click Konto", false),
            ("click Konto löschen", true),
            ("click order", false),
            ("click draft", true),
            ("click panel", false),
            ("click Close the panel", true),
            ("click message", false),
            ("click history", true),
            ("click date", true),
        ] {
            let program = parse(sentence, StepKind::Act).unwrap();
            let Command::Touch(_, target) = &program.clauses[0].readings[0] else {
                panic!("{program}");
            };
            let hit = resolve(&view, target, Purpose::Operate);
            assert_eq!(hit.is_ok(), found, "{sentence}: {hit:?}");
        }
        let alone = scene::screen(
            "button \"Close account\"\nbutton \"Send message\"\nbutton \"Clear all data\"\nbutton \"Empty trash\"\nbutton \"Withdraw money\"\nbutton \"Log out everywhere\"\nbutton \"Confirm deletion\"\nbutton \"Disable animations\"",
        );
        let view = View::new(&alone);
        for (sentence, found) in [
            ("click Close", false),
            ("click Send", true),
            ("click Clear", false),
            ("click Clear all data", true),
            ("click Empty", false),
            ("click Withdraw", false),
            ("click Log out", false),
            ("click Confirm", false),
            ("click Disable", true),
        ] {
            let program = parse(sentence, StepKind::Act).unwrap();
            let Command::Touch(_, target) = &program.clauses[0].readings[0] else {
                panic!("{program}");
            };
            let hit = resolve(&view, target, Purpose::Operate);
            assert_eq!(hit.is_ok(), found, "{sentence}: {hit:?}");
        }
    }
}
