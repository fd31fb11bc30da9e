use base64::{prelude::BASE64_URL_SAFE_NO_PAD, Engine};
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{json, Value};
use std::fmt;

/// Why a text is not accepted. The app says something else for each.
#[derive(Debug, PartialEq)]
pub enum Refusal {
    NotALicense,
    Damaged,
    OtherStage { found: String, expected: String },
    UnknownKey,
}

impl fmt::Display for Refusal {
    fn fmt(&self, formatter: &mut fmt::Formatter) -> fmt::Result {
        match self {
            Self::NotALicense => write!(formatter, "This is not a license file."),
            Self::Damaged => write!(formatter, "The license is damaged."),
            Self::OtherStage { found, expected } => {
                write!(formatter, "The license is for {found}, not for {expected}.")
            }
            Self::UnknownKey => write!(formatter, "The license was signed with an unknown key."),
        }
    }
}

/// Returns the claims of a license that the issuer (`lorewright-prod`) has signed. The text has no
/// spaces and line breaks around it. `jwks` are the public keys that the app was shipped with.
pub fn verify_license(text: &str, jwks: &Value, issuer: &str) -> Result<Value, Refusal> {
    let parts: Vec<&str> = text.split('.').collect();
    let [header, claims, signature] = parts[..] else {
        return Err(Refusal::NotALicense);
    };
    let (signed, header) = (&text[..text.len() - signature.len() - 1], parse(header)?);
    let kid = &header["kid"];
    if header != json!({ "alg": "EdDSA", "kid": kid, "typ": "lorewright-license+jwt" }) {
        return Err(Refusal::NotALicense);
    }
    let key = jwks["keys"]
        .as_array()
        .and_then(|keys| keys.iter().find(|key| &key["kid"] == kid));
    let key = key.ok_or(Refusal::UnknownKey)?;
    let key = decode(key["x"].as_str().unwrap_or_default())?;
    let key = VerifyingKey::try_from(key.as_slice()).map_err(|_| Refusal::UnknownKey)?;
    let signature = Signature::from_slice(&decode(signature)?).map_err(|_| Refusal::NotALicense)?;
    key.verify_strict(signed.as_bytes(), &signature)
        .map_err(|_| Refusal::Damaged)?;
    let license = parse(claims)?;
    if license["iss"] != issuer {
        return Err(Refusal::OtherStage {
            found: license["iss"].as_str().unwrap_or_default().into(),
            expected: issuer.into(),
        });
    }
    Ok(license)
}

fn parse(part: &str) -> Result<Value, Refusal> {
    serde_json::from_slice(&decode(part)?).map_err(|_| Refusal::NotALicense)
}

/// Accepts one spelling only: no padding, no other characters, and no stray bits at the end.
fn decode(part: &str) -> Result<Vec<u8>, Refusal> {
    BASE64_URL_SAFE_NO_PAD
        .decode(part)
        .map_err(|_| Refusal::NotALicense)
}
