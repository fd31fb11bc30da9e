//! Verifies license files without a network:
//!   cargo run --release -- <file>… <jwks.json> <issuer>
use std::{env, fs, process::ExitCode};
use verify_license::verify_license;

fn main() -> ExitCode {
    let args: Vec<String> = env::args().skip(1).collect();
    let [files @ .., jwks, issuer] = &args[..] else {
        eprintln!("Usage: verify-license <file>… <jwks.json> <issuer>");
        return ExitCode::FAILURE;
    };
    let jwks = fs::read(jwks).expect("the JWKS file is readable");
    let jwks = serde_json::from_slice(&jwks).expect("the JWKS file contains JSON");
    let mut code = ExitCode::SUCCESS;
    for file in files {
        let text = fs::read_to_string(file).map_err(|error| error.to_string());
        match text.and_then(|text| verify_license(&text, &jwks, issuer)) {
            Ok(claims) => println!("{file}: {claims}"),
            Err(reason) => {
                println!("{file}: refused: {reason}");
                code = ExitCode::FAILURE;
            }
        }
    }
    code
}
