use base64::{prelude::BASE64_URL_SAFE_NO_PAD, Engine};
use ed25519_dalek::{Signature, VerifyingKey};
use serde_json::{json, Value};

const NOT_A_LICENSE: &str = "This is not a license file.";

/// Returns the claims of a license that the issuer (`lorewright-prod`) has signed.
/// `jwks` are the public keys that the app was shipped with.
pub fn verify_license(text: &str, jwks: &Value, issuer: &str) -> Result<Value, String> {
    let parts: Vec<&str> = text.split('.').collect();
    let [header, claims, signature] = parts[..] else {
        return Err(NOT_A_LICENSE.into());
    };
    let (signed, header) = (&text[..text.len() - signature.len() - 1], parse(header)?);
    let kid = &header["kid"];
    if header != json!({ "alg": "EdDSA", "kid": kid, "typ": "lorewright-license+jwt" }) {
        return Err(NOT_A_LICENSE.into());
    }
    let key = jwks["keys"]
        .as_array()
        .and_then(|keys| keys.iter().find(|key| &key["kid"] == kid));
    let key = key.ok_or("The license was signed with an unknown key.")?;
    let key = decode(key["x"].as_str().unwrap_or_default())?;
    let key = VerifyingKey::try_from(key.as_slice()).map_err(|_| "The public key is not valid.")?;
    let signature = Signature::from_slice(&decode(signature)?).map_err(|_| NOT_A_LICENSE)?;
    key.verify_strict(signed.as_bytes(), &signature)
        .map_err(|_| "The license is damaged.")?;
    let license = parse(claims)?;
    if license["iss"] != issuer {
        return Err(format!(
            "The license is for {}, not for {issuer}.",
            license["iss"]
        ));
    }
    Ok(license)
}

fn parse(part: &str) -> Result<Value, String> {
    serde_json::from_slice(&decode(part)?).map_err(|_| NOT_A_LICENSE.into())
}

/// Accepts one spelling only: no padding, no other characters, and no stray bits at the end.
fn decode(part: &str) -> Result<Vec<u8>, String> {
    BASE64_URL_SAFE_NO_PAD
        .decode(part)
        .map_err(|_| NOT_A_LICENSE.into())
}
