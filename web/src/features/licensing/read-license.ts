import { readPayload } from '../../lib/read-payload.ts';

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
  const [, payload] = file.split('.');
  const { email, name, iat } = readPayload(payload) as { email: string; name?: string; iat: number };
  return {
    holder: name ? `${name} (${email})` : email,
    name: name ?? '',
    grantedAt: new Date(iat * 1000).toISOString(),
  };
}
