import { createPrivateKey, type KeyObject, sign } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** Changes claims of a valid token, and signs it with the user pool's key or the given one. */
export async function forgeToken(
  cloudDir: string,
  token: string,
  change: object,
  key?: KeyObject,
): Promise<string> {
  const [header = '', payload = ''] = token.split('.');
  const claims = { ...JSON.parse(Buffer.from(payload, 'base64url').toString()), ...change };
  const text = `${header}.${Buffer.from(JSON.stringify(claims)).toString('base64url')}`;
  const poolKey = () => readFile(join(cloudDir, 'accounts/signing-key.pem'), 'utf8').then(createPrivateKey);
  return `${text}.${sign('sha256', Buffer.from(text), key ?? (await poolKey())).toString('base64url')}`;
}
