import { randomUUID } from 'node:crypto';
import type { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import { testTables } from '../../lambdas/platform/test-tables.ts';
import { stackTable } from '../stack-tables.ts';
import type { ModelOrder } from './payment-model.ts';
import { openPaymentWorld, type PaymentWorld } from './payment-world.ts';

export type StripeEvent = PaymentWorld['waiting'][number];

/** The tables that all worlds of a test file share. */
export const paymentTables = () =>
  testTables(...['Orders', 'Users', 'Referrals', 'Audit', 'Codes'].map(stackTable));

export type SmallWorld = Awaited<ReturnType<typeof openSmallWorld>>;

/** A world of three users: Ana has a referral code, Ben buys, Vera is in the group vip. */
export async function openSmallWorld(client: DynamoDBDocumentClient) {
  const id = randomUUID();
  const people = [`ana-${id}`, `ben-${id}`, `vera-${id}`] as const;
  const world = await openPaymentWorld(client, people);
  const [ana, , vera] = people;
  const anasCode = `code-${id}`;
  world.groups.get(vera)?.add('vip');
  await world.giveCode(ana, anasCode);
  const batchId = randomUUID();
  const codes = await world.desk.makeCodes(batchId);
  return {
    world,
    batchId,
    codes,
    people,
    ana,
    vera,
    anasCode,
    models: [] as ModelOrder[],
    handled: [] as StripeEvent[],
    /** The users who have deleted their account. */
    leaving: new Set<string>(),
    /** Functions that have started and wait; calling one lets it continue. */
    slow: [] as (() => Promise<void>)[],
    /** The user ids of messages that became dead letters. */
    deadLetters: [] as string[],
    wasSlow: false,
    /** Checkouts of another site that sells from the same Stripe account. */
    foreign: [] as string[],
  };
}
