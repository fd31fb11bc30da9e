import {
  createHash,
  createPrivateKey,
  createPublicKey,
  generateKeyPair,
  type JsonWebKey,
  type KeyObject,
  sign,
  verify,
} from 'node:crypto';
import { promisify } from 'node:util';
import { readIfThere } from '../../files/read-if-there.ts';
import { writePrivateFile } from '../../files/write-durably.ts';

export interface SigningKey {
  privateKey: KeyObject;
  publicKey: KeyObject;
  jwk: JsonWebKey & { kid: string };
}

export type Claims = Record<string, unknown>;

/**
 * Opens the key of the pool. Generated at the first start, because anybody could sign with a published key.
 */
export async function openSigningKey(path: string): Promise<SigningKey> {
  const privateKey = createPrivateKey((await readIfThere(path)) ?? (await makePem(path)));
  const publicKey = createPublicKey(privateKey);
  const jwk = publicKey.export({ format: 'jwk' });
  const kid = createHash('sha256').update(String(jwk.n)).digest('base64');
  return { privateKey, publicKey, jwk: { ...jwk, kid, alg: 'RS256', use: 'sig' } };
}

export function signToken({ privateKey, jwk }: SigningKey, claims: Claims): string {
  const content = `${encode({ kid: jwk.kid, alg: 'RS256' })}.${encode(claims)}`;
  return `${content}.${sign('RSA-SHA256', Buffer.from(content), privateKey).toString('base64url')}`;
}

/** Returns the claims of a token that this key signed, even if it expired; otherwise null. */
export function readToken({ publicKey }: SigningKey, token: string): Claims | null {
  const [header, payload, signature, ...rest] = token.split('.');
  if (!header || !payload || !signature || rest.length > 0) return null;
  const content = Buffer.from(`${header}.${payload}`);
  if (!verify('RSA-SHA256', content, publicKey, Buffer.from(signature, 'base64url'))) return null;
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

const encode = (part: object) => Buffer.from(JSON.stringify(part)).toString('base64url');

async function makePem(path: string): Promise<string> {
  const { privateKey } = await promisify(generateKeyPair)('rsa', { modulusLength: 2048 });
  const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }) as string;
  await writePrivateFile(path, pem);
  return pem;
}
