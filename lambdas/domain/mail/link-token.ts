import { createHmac, timingSafeEqual } from 'node:crypto';
import { AppError } from '../../platform/app-error.ts';

/** The purpose of a link in an email. A token is not valid for another purpose. */
type Purpose = 'endRegistration' | 'passOn' | 'subscribe' | 'unsubscribe' | 'withdraw';

/**
 * Signs the permission that a link in an email gives to anyone with the link.
 * @param keys separated by spaces; the first one signs
 */
export function signLinkToken(keys: string, purpose: Purpose, permission: object): string {
  const payload = Buffer.from(JSON.stringify(permission)).toString('base64url');
  const [key = ''] = keysIn(keys);
  return `${payload}.${signatureOf(key, purpose, payload)}`;
}

/**
 * Returns the permission in a token.
 * @param keys separated by spaces; each one is accepted
 * @throws AppError `invalid-argument` if the token is not exactly as we signed it
 */
export function readLinkToken(keys: string, purpose: Purpose, token: string): unknown {
  const [payload = ''] = token.split('.');
  const given = Buffer.from(token);
  const isSignedBy = (key: string) => {
    const expected = Buffer.from(`${payload}.${signatureOf(key, purpose, payload)}`);
    return given.length === expected.length && timingSafeEqual(given, expected);
  };
  if (!keysIn(keys).some(isSignedBy)) {
    throw new AppError('invalid-argument', 'This link is damaged. Please use the link in the email again.');
  }
  return JSON.parse(Buffer.from(payload, 'base64url').toString());
}

/** Drops empty keys, as an extra space would create: anybody could sign with an empty key. */
const keysIn = (keys: string) => keys.split(/\s+/).filter((key) => key !== '');

function signatureOf(key: string, purpose: Purpose, payload: string): string {
  return createHmac('sha256', key).update(`${purpose}.${payload}`).digest('base64url');
}
