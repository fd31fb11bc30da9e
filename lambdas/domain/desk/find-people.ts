import {
  type CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import type Stripe from 'stripe';
import type { FoundPerson } from '../../../contract/records/desk-person.ts';
import { maxFoundPeople } from '../../../contract/rules/desk-rules.ts';
import { referralCodePattern, tidyReferralCode } from '../../../contract/rules/referral-code.ts';
import { monthsOfOrders, type OrderLists } from '../orders/order-lists.ts';
import type { OrderStore } from '../orders/order-store.ts';
import { sessionOf } from '../orders/read-checkout.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import { readAccount } from '../users/read-account.ts';
import { searchAddresses } from '../users/search-addresses.ts';

interface FindDependencies {
  pool: CognitoIdentityProviderClient;
  userPoolId: string;
  tables: DynamoDBDocumentClient;
  usersTable: string;
  orders: Pick<OrderStore, 'find'>;
  orderLists: Pick<OrderLists, 'all'>;
  referrals: Pick<ReferralStore, 'ownerOf'>;
  openStripe: () => Promise<Stripe>;
  now: () => Date;
}

interface Found {
  people: FoundPerson[];
  /** Whether more people may have the text in their address. */
  isPartial?: true;
}

/** An id of Cognito's users. */
const userIdPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/** The prefix of the account or the customer, and a number. */
const invoicePattern = /^[A-Z\d]+(-[A-Z\d]+)*-\d{4,}$/;

/**
 * Finds people by any part of an address, a user id, an order, an invoice number, a payment at Stripe, or a referral code. The form of the
 * query decides which. Ids, codes and the beginning of an address are lookups by key. Only the middle of an address reads the table of
 * users, and only an invoice number reads the orders; see `searchAddresses` and `findByInvoice` for the cost.
 */
export async function findPeople(dependencies: FindDependencies, query: string): Promise<Found> {
  if (/^(cs|gift)_/.test(query)) return { people: await findByOrder(dependencies, query, 'order') };
  if (/^pi_/.test(query)) return { people: await findByPayment(dependencies, query) };
  if (userIdPattern.test(query)) return { people: await findByUserId(dependencies, query) };
  const typed = query.replace(/["\\]/g, '');
  if (!typed) return { people: [] };
  const beginning = await findByBeginning(dependencies, typed.toLowerCase());
  if (beginning.length >= maxFoundPeople) return { people: beginning };
  const named = beginning.length > 0 ? [] : await findByName(dependencies, query);
  return named.length > 0 ? { people: named } : findByPart(dependencies, typed, beginning);
}

/** Finds the owner of a referral code, or the buyer of an invoice. */
async function findByName(dependencies: FindDependencies, query: string): Promise<FoundPerson[]> {
  const code = tidyReferralCode(query);
  const owner = referralCodePattern.test(code) ? await findByReferralCode(dependencies, code) : [];
  const number = query.trim().toUpperCase();
  return owner.length > 0 || !invoicePattern.test(number) ? owner : findByInvoice(dependencies, number);
}

/**
 * No index has invoice numbers, because people rarely search for one: it reads the orders of a year at once, the latest first. Reading
 * 10,000 orders costs a thirtieth of a cent.
 */
async function findByInvoice(dependencies: FindDependencies, invoiceNumber: string): Promise<FoundPerson[]> {
  const months = monthsOfOrders(dependencies.now());
  for (let start = 0; start < months.length; start += 12) {
    const year = months.slice(start, start + 12);
    const found = await Promise.all(
      year.map((month) => dependencies.orderLists.all({ month, invoiceNumber })),
    );
    const [order] = found.flat();
    if (order) return findByOrder(dependencies, order.orderId, 'invoice');
  }
  return [];
}

/** Adds people with the text in the middle of their address to those whose address begins with it. */
async function findByPart(
  { tables, usersTable }: FindDependencies,
  typed: string,
  beginning: FoundPerson[],
): Promise<Found> {
  const { found, isPartial } = await searchAddresses(tables, usersTable, typed, maxFoundPeople);
  const known = new Set(beginning.map(({ userId }) => userId));
  const others = found
    .filter(({ userId }) => !known.has(userId))
    .map((person) => ({ matched: 'email' as const, ...person }));
  return {
    people: [...beginning, ...others].slice(0, maxFoundPeople),
    ...(isPartial ? { isPartial } : {}),
  };
}

async function findByOrder(
  { orders, pool, userPoolId }: FindDependencies,
  orderId: string,
  matched: 'order' | 'payment' | 'invoice',
): Promise<FoundPerson[]> {
  const order = await orders.find(orderId);
  if (!order) return [];
  const { userId } = order;
  const email = userId && (await readAccount(pool, userPoolId, userId))?.email;
  return [{ matched, orderId, ...(userId ? { userId } : {}), ...(email ? { email } : {}) }];
}

async function findByPayment(
  dependencies: FindDependencies,
  paymentIntentId: string,
): Promise<FoundPerson[]> {
  const orderId = await sessionOf(await dependencies.openStripe(), { paymentIntentId });
  return orderId ? findByOrder(dependencies, orderId, 'payment') : [];
}

async function findByUserId({ pool, userPoolId }: FindDependencies, userId: string): Promise<FoundPerson[]> {
  const account = await readAccount(pool, userPoolId, userId);
  return account ? [{ matched: 'userId', userId, email: account.email }] : [];
}

/** Cognito finds an address by its beginning, in lower case. It also has people who never signed in. */
async function findByBeginning(
  { pool, userPoolId }: FindDependencies,
  beginning: string,
): Promise<FoundPerson[]> {
  const { Users: users = [] } = await pool.send(
    new ListUsersCommand({
      UserPoolId: userPoolId,
      Filter: `email ^= "${beginning}"`,
      Limit: maxFoundPeople,
      AttributesToGet: ['email', 'sub'],
    }),
  );
  return users.flatMap(({ Attributes = [] }) => {
    const attribute = (name: string) => Attributes.find(({ Name }) => Name === name)?.Value;
    const [userId, email] = [attribute('sub'), attribute('email')];
    return userId && email ? [{ matched: 'email' as const, userId, email }] : [];
  });
}

async function findByReferralCode(
  { referrals, pool, userPoolId }: FindDependencies,
  code: string,
): Promise<FoundPerson[]> {
  const userId = await referrals.ownerOf(code);
  const email = userId && (await readAccount(pool, userPoolId, userId))?.email;
  return userId ? [{ matched: 'referralCode', userId, ...(email ? { email } : {}) }] : [];
}
