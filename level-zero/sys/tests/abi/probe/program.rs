//! Writing, compiling and running the program.

use std::fmt::Write as _;
use std::process::Command;
use std::{env, fs};

use level_zero_sys::EntryPoint;

use super::Headers;
use crate::catalogue::{Text, Type, Value};

/// Start of each program: includes, and a check of types in either language.
const PROLOGUE: &str = "#include <stddef.h>
#include <stdio.h>
#include <string.h>
#ifdef __cplusplus
#include <type_traits>
#define SAME(name, ...) (std::is_same<decltype(&name), __VA_ARGS__>::value)
#else
#define SAME(name, ...) __builtin_types_compatible_p(__typeof__(&name), __VA_ARGS__)
#endif
";

/// A program that prints one line for each fact that differs.
pub struct Program<'a> {
    headers: &'a Headers,
    left_out: &'a [&'a str],
    checks: String,
    missing: Vec<String>,
}

impl<'a> Program<'a> {
    /// A program without checks, which will get none for the names `left_out`.
    pub fn new(headers: &'a Headers, left_out: &'a [&'a str]) -> Self {
        Self { headers, left_out, checks: String::new(), missing: Vec::new() }
    }

    /// Names that the headers lack or that are left out, for which no check was added.
    pub fn missing(&self) -> &[String] {
        &self.missing
    }

    /// Expects sizes, and offsets and sizes of members.
    pub fn types(&mut self, types: &[Type]) {
        for Type { name, pinned, members, .. } in types {
            if !self.known(name) {
                continue;
            }
            self.number(&format!("sizeof({name})"), *pinned as u64);
            for member in members {
                let (offset, size) = member.pinned;
                let member = member.name;
                if self.known(member) {
                    self.number(&format!("offsetof({name}, {member})"), offset as u64);
                    self.number(&format!("sizeof((({name} *)0)->{member})"), size as u64);
                }
            }
        }
    }

    /// Expects the numbers behind names.
    pub fn values(&mut self, values: &[Value]) {
        for value in values {
            if self.known(value.name) {
                self.number(value.name, value.pinned);
            }
        }
    }

    /// Expects the texts behind names.
    pub fn texts(&mut self, texts: &[Text]) {
        for Text { name, pinned, .. } in texts {
            if self.known(name) {
                self.check(
                    &format!("strcmp({name}, \"{pinned}\") != 0"),
                    &format!("puts(\"{name} is not {pinned}\")"),
                );
            }
        }
    }

    /// Expects the signatures of functions, given in Rust types.
    pub fn signatures(&mut self, functions: &[EntryPoint]) {
        for EntryPoint { name, parameters, result, .. } in functions {
            if self.known(name) {
                let parameters: Vec<String> = parameters.iter().map(|parameter| c_type(parameter)).collect();
                let expected = format!("{} (*)({})", c_type(result), parameters.join(", "));
                self.check(
                    &format!("!SAME({name}, {expected})"),
                    &format!("puts(\"{name} is not {expected}\")"),
                );
            }
        }
    }

    /// Compiles and runs the program.
    ///
    /// Returns the differences, or why there is no answer when there is no compiler. A program that does not
    /// compile is a failed test, since every name in it occurs in the headers.
    pub fn run(&self) -> Result<Vec<String>, String> {
        let set = self.headers.set();
        let directory =
            env::temp_dir().join(format!("level-zero-sys-{}-{}", set.compiler.0, std::process::id()));
        fs::create_dir_all(&directory).expect("the directory for temporary files is writable");
        let (source, program) = (directory.join("facts.c"), directory.join("facts"));
        fs::write(&source, self.source()).expect("the directory for temporary files is writable");
        let compiler = env::var_os(set.compiler.0).unwrap_or_else(|| set.compiler.1.into());
        let compiled = Command::new(&compiler)
            .args(["-x", set.language, "-w", "-I"])
            .arg(self.headers.directory())
            .arg(&source)
            .arg("-o")
            .arg(&program)
            .output();
        let answer = match compiled {
            Err(error) => Err(format!("no compiler {}: {error}", compiler.display())),
            Ok(output) if !output.status.success() => {
                panic!("the facts do not compile:\n{}", String::from_utf8_lossy(&output.stderr))
            }
            Ok(_) => {
                let output = Command::new(&program).output().expect("the compiled program starts");
                assert!(output.status.success(), "the compiled program ends with {}", output.status);
                Ok(String::from_utf8_lossy(&output.stdout).lines().map(str::to_owned).collect())
            }
        };
        fs::remove_dir_all(&directory).expect("the directory is still there");
        answer
    }

    /// Whether a name can be compared; it is noted otherwise.
    fn known(&mut self, name: &str) -> bool {
        let known = self.headers.mention(name) && !self.left_out.contains(&name);
        if !known {
            self.missing.push(name.to_owned());
        }
        known
    }

    fn number(&mut self, expression: &str, number: u64) {
        let found = format!("(unsigned long long)({expression})");
        self.check(
            &format!("{found} != {number}ull"),
            &format!("printf(\"{expression} is %llu, not {number}\\n\", {found})"),
        );
    }

    fn check(&mut self, differs: &str, complain: &str) {
        writeln!(self.checks, "    if ({differs}) {complain};").expect("writing to a string cannot fail");
    }

    fn source(&self) -> String {
        let includes: String =
            self.headers.included().iter().map(|name| format!("#include <{name}>\n")).collect();
        format!("{PROLOGUE}{includes}int main(void) {{\n{}    return 0;\n}}\n", self.checks)
    }
}

/// A Rust type of a signature in C.
fn c_type(rust: &str) -> String {
    if let Some(target) = rust.strip_prefix("*mut ") {
        return format!("{} *", c_type(target));
    }
    if let Some(target) = rust.strip_prefix("*const ") {
        return format!("{} const *", c_type(target));
    }
    let name = match rust {
        "u8" => "uint8_t",
        "u32" => "uint32_t",
        "u64" => "uint64_t",
        "usize" => "size_t",
        "c_char" => "char",
        "c_void" => "void",
        other => other,
    };
    name.to_owned()
}
