import {
  type CognitoIdentityProviderClient,
  ListUsersCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import type Stripe from 'stripe';
import type { FoundPerson } from '../../../contract/records/desk-person.ts';
import { maxFoundPeople } from '../../../contract/rules/desk-rules.ts';
import { referralCodePattern, tidyReferralCode } from '../../../contract/rules/referral-code.ts';
import type { OrderStore } from '../orders/order-store.ts';
import { sessionOf } from '../orders/read-checkout.ts';
import type { ReferralStore } from '../referrals/referral-store.ts';
import { readAccount } from '../users/read-account.ts';

interface FindDependencies {
  pool: CognitoIdentityProviderClient;
  userPoolId: string;
  orders: Pick<OrderStore, 'find'>;
  referrals: Pick<ReferralStore, 'ownerOf'>;
  openStripe: () => Promise<Stripe>;
}

/** An id of Cognito's users. */
const userIdPattern = /^[\da-f]{8}-[\da-f]{4}-[\da-f]{4}-[\da-f]{4}-[\da-f]{12}$/i;

/**
 * Finds people by an email address or its beginning, a user id, an order, a payment at Stripe, or a referral code. The form of the query
 * decides which, and each is one lookup by key or index, never a table scan.
 */
export async function findPeople(dependencies: FindDependencies, query: string): Promise<FoundPerson[]> {
  if (/^(cs|gift)_/.test(query)) return findByOrder(dependencies, query, 'order');
  if (/^pi_/.test(query)) return findByPayment(dependencies, query);
  if (userIdPattern.test(query)) return findByUserId(dependencies, query);
  const found = await findByEmail(dependencies, query);
  const code = tidyReferralCode(query);
  if (found.length > 0 || !referralCodePattern.test(code)) return found;
  return findByReferralCode(dependencies, code);
}

async function findByOrder(
  { orders, pool, userPoolId }: FindDependencies,
  orderId: string,
  matched: 'order' | 'payment',
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

/** Cognito finds an address by its beginning, in lower case. */
async function findByEmail(
  { pool, userPoolId }: FindDependencies,
  beginning: string,
): Promise<FoundPerson[]> {
  const value = beginning.toLowerCase().replace(/["\\]/g, '');
  if (!value) return [];
  const { Users: users = [] } = await pool.send(
    new ListUsersCommand({
      UserPoolId: userPoolId,
      Filter: `email ^= "${value}"`,
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
