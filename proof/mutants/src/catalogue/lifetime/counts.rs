//! Counters that are too small: what is there 256 times over is taken for what was there before.

use crate::catalogue::tools::*;

pub(super) fn defects(c: &mut Catalogue) {
    for (family, name, object) in FAMILIES {
        c.defect(format!("lifetime_{name}_import_257_is_first"), "lifetime.counts.live")
            .does(format!("With {COUNTED} imports of {object} open, Open gives the first of them again"))
            .also(&["lifetime.counts.one_object"])
            .instead(move |c: &Open, ur| {
                let imports = if c.family == family { ur.imports(family) } else { Vec::new() };
                (imports.len() >= COUNTED).then(|| c.give(imports[0].object))
            });

        c.defect(format!("lifetime_{name}_handle_257_is_first"), "lifetime.counts.live")
            .does(format!("With {COUNTED} handles of {object} not put, Get gives the first of them again"))
            .also(&["lifetime.counts.one_object"])
            // The first Put frees the bytes that the other handles share, and what is there then may be anything.
            .by(Manifestation::Crash)
            .instead(move |c: &Get, ur| {
                let exports = if c.family == family { ur.exports(family) } else { Vec::new() };
                (exports.len() >= COUNTED).then(|| c.give(exports[0].data, exports[0].bytes.len()))
            });

        c.defect(format!("lifetime_{name}_next_handle_opens_to_last"), "lifetime.counts.live")
            .does(format!(
                "A handle of {object} with the process and descriptor of one that is open leads to what that one does"
            ))
            .instead(move |c: &Open, ur| {
                let of = |bytes: &[u8]| handle(family, bytes).map(|data| (data.pid, data.fd));
                let own = c.bytes();
                let is_same =
                    |import: &Import| import.bytes != own && of(&import.bytes) == of(&own) && c.is_foreign();
                let imports = if c.family == family { ur.imports(family) } else { Vec::new() };
                imports.into_iter().find(is_same).map(|import| c.give(import.object))
            })
            .pretends(move |c: &Close, ur| c.family == family && !ur.is_import(c.object))
            .pretends(move |c: &Release, ur| c.family == family && family == Event && !ur.is_import(c.object));

        let opened = Notes::default();
        c.defect(format!("lifetime_{name}_open_256_refused"), "lifetime.counts.one_object")
            .does(format!("A handle of {object} opens {COUNTED} times, whatever was closed meanwhile"))
            .refuses(INVALID_VALUE, move |c: &Open, _| {
                c.family == family && opened.count(c.bytes()) >= COUNTED
            });
    }

    for (family, name, object) in FAMILIES.into_iter().filter(|(family, ..)| *family != Memory) {
        let retains = Notes::default();
        c.defect(format!("lifetime_{name}_retain_256_lost"), "lifetime.counts.references")
            .does(format!("Every {COUNTED}th reference to {object} is lost"))
            .pretends(move |c: &Retain, _| {
                c.family == family && retains.count(c.object) % COUNTED == COUNTED - 1
            });
    }
}
