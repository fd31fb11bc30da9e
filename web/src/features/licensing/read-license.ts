interface LicenseFacts {
  /** The name of the holder, or the email address. */
  holder: string;
  /** Empty without one. */
  name: string;
  /** ISO 8601, UTC. */
  grantedAt: string;
}

/** Reads a license file for its holder. Does not verify it, because our server sent it. */
export function readLicense(file: string): LicenseFacts {
  const [, payload = ''] = file.split('.');
  const base64 = payload.replaceAll('-', '+').replaceAll('_', '/');
  const bytes = Uint8Array.from(atob(base64), (character) => character.charCodeAt(0));
  const { email, name = '', iat } = JSON.parse(new TextDecoder().decode(bytes));
  return {
    holder: name ? `${name} (${email})` : email,
    name,
    grantedAt: new Date(iat * 1000).toISOString(),
  };
}
