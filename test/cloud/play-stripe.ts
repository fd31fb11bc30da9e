import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Charge } from '../../local/fakes/stripe/stripe-objects.ts';
import type { EventRecord } from '../../local/fakes/stripe/stripe-store.ts';
import { cloud, siteUrl } from './site.ts';

/** Presses a button of the local page that simulates buyers, banks and Stripe. */
export async function play(action: string, fields: Record<string, string> = {}): Promise<void> {
  const response = await fetch(`${siteUrl}/__local/stripe`, {
    method: 'POST',
    body: new URLSearchParams({ action, ...fields }),
    redirect: 'manual',
  });
  if (response.status !== 303)
    throw new Error(`The action ${action} failed: ${response.status} ${await response.text()}`);
}

/** The state of the Stripe fake, which it stores on disk. */
async function readStripe() {
  return JSON.parse(await readFile(join(cloud.dir, 'stripe/stripe.json'), 'utf8')) as {
    checkouts: { session: { id: string; payment_intent: string | null } }[];
    charges: Charge[];
    disputes: { id: string; charge: string }[];
    refunds: { id: string; charge: string }[];
    events: EventRecord[];
  };
}

export async function chargeOf(sessionId: string): Promise<Charge> {
  const { checkouts, charges } = await readStripe();
  const { session } = checkouts.find((checkout) => checkout.session.id === sessionId) ?? {};
  const charge = charges.findLast(({ payment_intent }) => payment_intent === session?.payment_intent);
  if (!charge) throw new Error(`There is no charge for the session ${sessionId}.`);
  return charge;
}

export async function disputeOf(sessionId: string): Promise<string> {
  const { id } = await chargeOf(sessionId);
  const dispute = (await readStripe()).disputes.findLast(({ charge }) => charge === id);
  if (!dispute) throw new Error(`There is no dispute for the session ${sessionId}.`);
  return dispute.id;
}

/** Whether an event about the checkout is not yet accepted by our webhook. */
export async function isUndelivered(sessionId: string): Promise<boolean> {
  return (await readStripe()).events.some(
    ({ event, delivery }) => delivery?.state === 'pending' && JSON.stringify(event.data).includes(sessionId),
  );
}
