import { createHash, timingSafeEqual } from 'node:crypto';
import * as z from '../../contract/zod.ts';
import { AppError } from './app-error.ts';
import { readConfig } from './config.ts';
import type { Sender } from './viewer-network.ts';

/**
 * Rejects requests that bypass CloudFront: anybody can call API Gateway at its own address, bypass the firewall there, and forge
 * `x-viewer-address`. CloudFront adds a secret to its requests, or two during a rotation, separated by a space. The stack generates them.
 */
export function originVerification(): (sender: Pick<Sender, 'headers'>) => void {
  const { DISTRIBUTION_SECRET } = readConfig({ DISTRIBUTION_SECRET: z.string().check(z.minLength(32)) });
  const required = digest(DISTRIBUTION_SECRET);
  return ({ headers }) => {
    const given = (headers['x-distribution-secret'] ?? '').split(' ').map(digest);
    // Digests have the same length, and comparing them takes the same time for every header.
    if (!given.some((secret) => timingSafeEqual(secret, required)))
      throw new AppError('permission-denied', 'Please call the API at the address of the site.');
  };
}

const digest = (text: string) => createHash('sha256').update(text).digest();
