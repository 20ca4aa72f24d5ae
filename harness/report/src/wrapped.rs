//! Calls on lines that people can read: the rest of a long one below its arguments.

/// By how much such a line is set back, more than the call itself.
const BACK: usize = 8;

/// The same text, in which lines with calls that have more columns are broken between arguments. Each line is as it will be shown,
/// with its indentation.
pub fn wrapped(text: &str, columns: usize) -> String {
    let lines: Vec<String> = text.split('\n').map(|line| wrapped_line(line, columns)).collect();
    lines.join("\n")
}

fn wrapped_line(line: &str, columns: usize) -> String {
    if width(line) <= columns {
        return line.to_owned();
    }
    let Some(arguments) = arguments(line) else {
        return line.to_owned();
    };
    let indentation = line.len() - line.trim_start_matches(' ').len();
    let column = width(&line[..arguments]);
    // Arguments that begin in the right half continue on the left.
    let column = if column > columns / 2 { indentation + BACK } else { column };
    let (mut shown, mut used) = (line[..arguments].to_owned(), width(&line[..arguments]));
    for piece in pieces(&line[arguments..]) {
        // The space behind a comma at the end of a line does not count.
        let needed = width(piece.trim_end());
        if used + needed > columns && used > column {
            shown.truncate(shown.trim_end().len());
            shown.push('\n');
            shown.push_str(&" ".repeat(column));
            used = column;
        }
        let piece = if used == column { piece.trim_start() } else { piece };
        shown.push_str(piece);
        used += width(piece);
    }
    shown
}

/// Returns the index of the first call's arguments, if there is a call.
fn arguments(line: &str) -> Option<usize> {
    line.match_indices('(').find_map(|(at, _)| {
        let (before, behind) = (&line[..at], &line[at + 1..]);
        let name = before.rsplit(|c: char| !c.is_ascii_alphanumeric()).next().unwrap_or_default();
        let of_ur =
            name.strip_prefix("ur").is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_uppercase()));
        (of_ur || (!name.is_empty() && begins_with_argument(behind))).then_some(at + 1)
    })
}

/// Whether the first argument of a call stands there with its name: functions of SYCL are called in many ways.
fn begins_with_argument(text: &str) -> bool {
    let name = text.split_once(" = ").map_or("", |(name, _)| name);
    !name.is_empty() && name.bytes().all(|byte| byte.is_ascii_lowercase() || byte == b'_')
}

/// Parts between which a line may end: behind a comma, behind the bar between flags, before the result.
fn pieces(text: &str) -> Vec<&str> {
    let mut pieces = Vec::new();
    let mut rest = text;
    while !rest.is_empty() {
        let behind = |sign: &str| rest.find(sign).map(|at| at + sign.len());
        let result = rest.find(") -> ").map(|at| at + 1);
        let end = [behind(", "), behind("|"), result].into_iter().flatten().min().unwrap_or(rest.len());
        let (piece, further) = rest.split_at(end);
        pieces.push(piece);
        rest = further;
    }
    pieces
}

fn width(text: &str) -> usize {
    text.chars().count()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::COLUMNS;
    use proptest::prelude::*;

    fn wrapped(text: &str) -> String {
        super::wrapped(text, COLUMNS)
    }

    #[test]
    fn arguments_continue_below_each_other() {
        let call = "    urIPCOpenMemHandleExp(hContext = context#1, hDevice = device#0, pIPCMemHandleData = handle:3f2a, \
                    ipcMemHandleDataSize = 64, ppMem = out) -> UR_RESULT_ERROR_INVALID_VALUE";
        insta::assert_snapshot!(wrapped(call), @r"
            urIPCOpenMemHandleExp(hContext = context#1, hDevice = device#0, pIPCMemHandleData = handle:3f2a,
                                  ipcMemHandleDataSize = 64, ppMem = out) -> UR_RESULT_ERROR_INVALID_VALUE
        ");
        let late = format!(
            "crash: {} SIGSEGV in {}\n  next",
            "a long way to the call, ".repeat(2),
            call.trim_start()
        );
        insta::assert_snapshot!(wrapped(&late), @r"
        crash: a long way to the call, a long way to the call,  SIGSEGV in urIPCOpenMemHandleExp(hContext = context#1,
                hDevice = device#0, pIPCMemHandleData = handle:3f2a, ipcMemHandleDataSize = 64, ppMem = out)
                -> UR_RESULT_ERROR_INVALID_VALUE
          next
        ");
    }

    #[test]
    fn functions_of_sycl_are_calls() {
        let call = "    ipc::physical_memory::open(bytes = handle:3f2a of 16 bytes, overload = Data, place = context#1 and \
                    device#0) -> errc::invalid: the bytes are not of a handle";
        let below = format!("\n{}-> ", " ".repeat(31));
        assert_eq!(wrapped(call), call.replace(" -> ", &below));
    }

    #[test]
    fn what_is_no_call_stays_as_it_is() {
        for text in ["a (b, c) ".repeat(30), "fur(a, b), urge(c, d), ".repeat(30), "short, urA(b)".to_owned()]
        {
            assert_eq!(wrapped(&text), text);
        }
    }

    proptest! {
        #[test]
        fn nothing_but_spaces_is_changed(text in "[ -~ü]{0,80}urA[(]([a-zü]{0,40}(, |[|]|[)] -> |[(])?){0,20}") {
            let bare = |text: &str| text.replace([' ', '\n'], "");
            prop_assert_eq!(bare(&wrapped(&text)), bare(&text));
        }

        #[test]
        fn lines_are_short_where_their_parts_are(names in proptest::collection::vec("[a-z]{1,30}", 1..40)) {
            let text = format!("    urA({}) -> UR_RESULT_SUCCESS", names.join(", "));
            prop_assert!(wrapped(&text).lines().all(|line| width(line) <= COLUMNS));
        }
    }
}
