import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { expect, vi } from 'vitest';
import { pay } from '../pay.ts';
import { mailsTo, type Person, registerPerson } from '../person.ts';
import { checkoutRequest, cloud, readTables, siteUrl } from './site.ts';

const giveFeedback = (person: Person, content: string) =>
  person.call('feedback', { feedbackId: randomUUID(), content });

/** Registers a user with a license and two pieces of feedback. */
export async function registerCustomer() {
  const person = await registerPerson(siteUrl);
  await giveFeedback(person, `The sea is too small, says ${person.userId}.`);
  await giveFeedback(person, 'More islands.');
  const { sessionId, url } = await person.call('checkout', { ...checkoutRequest, referralCode: 'a-friend' });
  await pay(url);
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), {
    timeout: 15_000,
  });
  return { person, orderId: sessionId };
}

/**
 * The names of the tables that still contain data about a person. This ignores the tombstone, which
 * only prevents reuse of the id.
 */
export async function tablesWithDataOf({ userId, email }: Person): Promise<string[]> {
  const tables = Object.entries(await readTables());
  const tombstone = { userId, status: 'deleted' };
  return tables.flatMap(([name, items]) =>
    items.flatMap(({ expiration: _, ...item }: { expiration?: number }) => {
      const text = JSON.stringify(item);
      const isTombstone = isDeepStrictEqual(item, tombstone);
      return (text.includes(userId) || text.includes(email)) && !isTombstone ? [name] : [];
    }),
  );
}

export const deletionEmailsTo = async (email: string) =>
  (await mailsTo(siteUrl, email)).filter(({ subject }) => subject === 'Your Lorewright account is deleted');

export async function isInUserPool({ userId }: Person): Promise<boolean> {
  const dir = join(cloud.dir, 'accounts');
  const files = (await readdir(dir)).filter((file) => file.endsWith('.json'));
  const texts = await Promise.all(files.map((file) => readFile(join(dir, file), 'utf8')));
  return texts.some((text) => text.includes(userId));
}
