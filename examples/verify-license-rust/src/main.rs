//! Verifies license files without a network; see `USAGE`.
use serde_json::Value;
use std::io::{self, Write};
use std::process::{Command, ExitCode, Stdio};
use std::{env, fs};
use verify_license::{verify_license, Refusal};

const USAGE: &str = "\
Usage: verify-license [--updates <url>] <file>… <jwks.json> <issuer>

  <file>       a license file, or - for a license that you paste and end with Ctrl-D
  <jwks.json>  the public keys: <site>/.well-known/lorewright-license-keys.json
  <issuer>     lorewright-prod for the public site, lorewright-local for npm start
  --updates    asks the site, with curl, whether the license was revoked; <url> is the
               address of a build below <site>/api/updateFile/

Ends with 0 if all are valid, or as the first one that is not: 3 damaged, 4 of another
stage, 5 signed with a key that is not in <jwks.json>, 6 revoked. It ends with 1 after
another failure, and with 2 after wrong arguments.";

/// A code and a sentence. Contains neither the text of a license nor the address of its holder.
type Failure = (u8, String);

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let (updates, rest) = match &args[..] {
        [option, url, rest @ ..] if option == "--updates" => (Some(url.as_str()), rest),
        rest => (None, rest),
    };
    let [files @ .., jwks, issuer] = rest else {
        return explain();
    };
    if files.is_empty() || rest.iter().any(|arg| arg.starts_with("--")) {
        return explain();
    }
    let read = fs::read(jwks).ok();
    let parsed = read.and_then(|text| serde_json::from_slice::<Value>(&text).ok());
    let Some(jwks) = parsed.filter(|parsed| parsed["keys"].is_array()) else {
        eprintln!("There are no public keys in {jwks}.\n");
        return explain();
    };
    let mut code = 0;
    for (index, file) in files.iter().enumerate() {
        // An argument may be the license itself, pasted by mistake.
        let is_license = file.len() > 200 && file.split('.').count() == 3;
        let name = if is_license {
            format!("argument {}", index + 1)
        } else {
            file.clone()
        };
        match check(file, &jwks, issuer, updates) {
            Ok(facts) => println!("{name}: valid, {facts}"),
            Err((failed_with, reason)) => {
                println!("{name}: refused: {reason}");
                code = if code == 0 { failed_with } else { code };
            }
        }
    }
    ExitCode::from(code)
}

fn explain() -> ExitCode {
    eprintln!("{USAGE}");
    ExitCode::from(2)
}

fn check(file: &str, jwks: &Value, issuer: &str, updates: Option<&str>) -> Result<String, Failure> {
    let read = if file == "-" {
        io::read_to_string(io::stdin())
    } else {
        fs::read_to_string(file)
    };
    let text = read.map_err(|error| match error.kind() {
        io::ErrorKind::InvalidData => (3, Refusal::NotALicense.to_string()),
        _ => (1, unchecked()),
    })?;
    let text = text.trim();
    let claims = verify_license(text, jwks, issuer).map_err(|refusal| {
        let code = match refusal {
            Refusal::NotALicense | Refusal::Damaged => 3,
            Refusal::OtherStage { .. } => 4,
            Refusal::UnknownKey => 5,
        };
        (code, refusal.to_string())
    })?;
    if let Some(url) = updates {
        check_updates(text, url)?;
    }
    let claim = |name: &str| claims[name].as_str().unwrap_or_default().to_string();
    Ok(format!("{}, license {}", claim("kind"), claim("jti")))
}

/// Asks the site whether a license that verifies still gets updates. Offline, the app starts without
/// asking. The license is in the standard input, because other users see the arguments of a command.
fn check_updates(text: &str, url: &str) -> Result<(), Failure> {
    let mut curl = Command::new("curl")
        .args([
            "--silent",
            "--config",
            "-",
            "--write-out",
            "\n%{http_code}",
            url,
        ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .map_err(|_| (1, unchecked()))?;
    let header = format!("header = \"Authorization: License {text}\"\n");
    let mut input = curl.stdin.take().expect("the input is a pipe");
    input
        .write_all(header.as_bytes())
        .map_err(|_| (1, unchecked()))?;
    drop(input);
    let output = curl.wait_with_output().map_err(|_| (1, unchecked()))?;
    let answer = String::from_utf8_lossy(&output.stdout);
    let (body, status) = answer.rsplit_once('\n').unwrap_or_default();
    match status.parse::<u16>().unwrap_or_default() {
        403 => {
            let body: Value = serde_json::from_str(body).unwrap_or_default();
            let message = body["error"]["message"]
                .as_str()
                .unwrap_or("It was revoked.");
            Err((6, message.to_string()))
        }
        200..=399 => Ok(()),
        status => Err((1, format!("The site answers with the status {status}."))),
    }
}

fn unchecked() -> String {
    "The file could not be read or checked.".into()
}
