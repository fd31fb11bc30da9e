import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from 'zod';
import { AppError } from './app-error.ts';
import { readConfig } from './config.ts';
import type { Sender } from './viewer-network.ts';

/** One, or several while it is rotated, with a space between them; the stack makes them up. */
const secrets = z
  .string()
  .transform((text) => text.split(' '))
  .pipe(z.array(z.string().min(32)));

/**
 * Refuses who has not come through our distribution: anybody can call the API by API Gateway's own name, and would go around the
 * firewall and be whoever `x-viewer-address` says. The distribution adds a secret to what it passes on.
 */
export function originVerification(): (sender: Pick<Sender, 'headers'>) => void {
  const { DISTRIBUTION_SECRETS } = readConfig({ DISTRIBUTION_SECRETS: secrets });
  const accepted = DISTRIBUTION_SECRETS.map(digest);
  return ({ headers }) => {
    const given = digest(headers['x-distribution-secret'] ?? '');
    // Digests are of one length, and how long it takes does not tell how much of them is right.
    if (!accepted.some((secret) => timingSafeEqual(secret, given)))
      throw new AppError('permission-denied', 'Please call the API by the address of the site.');
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
