import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type { EventRecord } from '../local/fakes/stripe/stripe-store.ts';
import { readIfThere } from '../local/files/read-if-there.ts';

const isDeadLetterQueue = (name: string) => name.includes('DeadLetter');

/** The events, messages and Stripe deliveries in a local cloud's folder that are not handled yet. */
export async function listPending(dir: string): Promise<string[]> {
  return [...(await listQueued(dir)), ...(await listDeliveries(dir))];
}

/** The events and messages in a local cloud's folder that are not handled yet. */
export async function listQueued(dir: string): Promise<string[]> {
  const queues = (await readdir(join(dir, 'queues'))).filter((name) => !isDeadLetterQueue(name));
  const files = await Promise.all(queues.map((name) => readdir(join(dir, 'queues', name))));
  return files.flat();
}

/** The deliveries of the Stripe fake that our webhook has not accepted yet. */
export async function listDeliveries(dir: string): Promise<string[]> {
  const stripe = JSON.parse((await readIfThere(join(dir, 'stripe/stripe.json'))) ?? '{ "events": [] }');
  const states = stripe.events.map(({ delivery }: EventRecord) => delivery?.state);
  return states.filter((state: string) => state === 'pending');
}

/** @throws Error when something is still pending after two minutes */
export async function untilNothingIsPending(dir: string): Promise<void> {
  const deadline = Date.now() + 120_000;
  for (;;) {
    const pending = await listPending(dir);
    if (pending.length === 0) return;
    if (Date.now() > deadline) throw new Error(`Still pending: ${pending.join(', ')}`);
    await wait(50);
  }
}

/** The dead letters in a local cloud's folder, by the name of their queue. */
export async function listDeadLetters(dir: string): Promise<string[]> {
  const queues = (await readdir(join(dir, 'queues'))).filter(isDeadLetterQueue);
  const counts = await Promise.all(queues.map(async (name) => readdir(join(dir, 'queues', name))));
  return queues.filter((_, index) => counts[index]?.length);
}
