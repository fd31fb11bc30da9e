import { randomUUID } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import { expect, vi } from 'vitest';
import { catalog } from '../../contract/rules/catalog.ts';
import { askUserPool } from '../ask-user-pool.ts';
import { pay } from '../pay.ts';
import { mailsTo, type Person, readSettings, registerPerson } from '../person.ts';
import { checkoutRequest, readTables, siteUrl } from './site.ts';

const giveFeedback = (person: Person, content: string) =>
  person.call('feedback', { feedbackId: randomUUID(), content });

/** Buys an offer, and returns the id of the order. Its consequences follow. */
export async function buy(
  person: Person,
  offer: keyof typeof catalog,
  request: { referralCode?: string } = {},
): Promise<string> {
  const priceId = catalog[offer].priceIds.local;
  const { sessionId, url } = await person.call('checkout', { ...checkoutRequest, priceId, ...request });
  await pay(url);
  return sessionId;
}

/** Registers a user with a license and two pieces of feedback. */
export async function registerCustomer() {
  const person = await registerPerson(siteUrl);
  await giveFeedback(person, `The sea is too small, says ${person.userId}.`);
  await giveFeedback(person, 'More islands.');
  const orderId = await buy(person, 'earlyAccess', { referralCode: 'a-friend' });
  await vi.waitFor(async () => expect((await person.call('me')).subscription.status).toBe('active'), {
    timeout: 15_000,
  });
  return { person, orderId };
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
  const { userPoolId: UserPoolId } = await readSettings(siteUrl);
  return askUserPool(siteUrl, 'AdminGetUser', { UserPoolId, Username: userId }).then(
    () => true,
    (error: Error) => {
      if (error.name === 'UserNotFoundException') return false;
      throw error;
    },
  );
}
