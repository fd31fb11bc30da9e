import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from '../../contract/zod.ts';
import { AppError } from './app-error.ts';
import { readConfig } from './config.ts';
import type { Sender } from './viewer-network.ts';

/** One secret, or several during a rotation, separated by spaces. The stack generates them. */
const secrets = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text) => text.split(' ')),
  ),
  z.array(z.string().check(z.minLength(32))),
);

/**
 * Rejects requests that bypass CloudFront: anybody can call API Gateway at its own address, bypass the firewall there, and forge
 * `x-viewer-address`. CloudFront adds a secret to its requests.
 */
export function originVerification(): (sender: Pick<Sender, 'headers'>) => void {
  const { DISTRIBUTION_SECRETS } = readConfig({ DISTRIBUTION_SECRETS: secrets });
  const accepted = DISTRIBUTION_SECRETS.map(digest);
  return ({ headers }) => {
    const given = digest(headers['x-distribution-secret'] ?? '');
    // Digests have the same length, and comparing them takes the same time for every header.
    if (!accepted.some((secret) => timingSafeEqual(secret, given)))
      throw new AppError('permission-denied', 'Please call the API at the address of the site.');
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
