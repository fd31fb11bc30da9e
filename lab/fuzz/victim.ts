import { randomUUID } from 'node:crypto';
import { acceptableRequests } from '../../test/acceptable-requests.ts';
import type { CloudProcess } from '../../test/cloud-process.ts';
import type { Subject } from '../../test/desk-requests.ts';
import { pay } from '../../test/pay.ts';
import { untilNothingIsPending } from '../../test/pending-work.ts';
import { type Person, registerPerson } from '../../test/person.ts';

/** The person whose data is attacked. */
export interface Victim {
  person: Person;
  /** The data that an attacker may have and sends. */
  known: Subject;
  /** The data that no attacker has. */
  secrets: string[];
}

export async function registerVictim(cloud: CloudProcess): Promise<Victim> {
  const feedback = `The sea of ${randomUUID()} is too small.`;
  const { person, ...known } = await registerCustomer(cloud, feedback);
  const { code } = await person.call('myReferrals');
  await untilNothingIsPending(cloud.dir);
  const [order] = (await person.call('myOrders')).orders;
  if (!order?.licenseFile) throw new Error('The order has no license file.');
  return { person, known, secrets: [feedback, code, order.licenseFile] };
}

/** Registers a person with a license and feedback. */
export async function registerCustomer(
  cloud: CloudProcess,
  feedback: string,
): Promise<Subject & { person: Person }> {
  const { siteUrl } = cloud;
  const person = await registerPerson(siteUrl);
  const feedbackId = randomUUID();
  await person.call('feedback', { feedbackId, content: feedback });
  const { sessionId, url } = await person.call('checkout', acceptableRequests(siteUrl).checkout as never);
  await pay(url);
  await untilNothingIsPending(cloud.dir);
  return { person, userId: person.userId, email: person.email, orderId: sessionId, feedbackId };
}

/** All items of the tables that belong to the victim, or contain a secret of the victim, as text. */
export async function readItemsAbout(siteUrl: string, { known, secrets }: Victim): Promise<string[]> {
  const response = await fetch(`${siteUrl}/__local/tables.json`);
  const tables: Record<string, Partial<Record<string, unknown>>[]> = await response.json();
  const belongs = (item: Partial<Record<string, unknown>>) =>
    Object.entries(known).some(([field, value]) => item[field] === value);
  return Object.entries(tables)
    .flatMap(([table, items]) =>
      items.map((item) => ({ isOwn: belongs(item), text: `${table}: ${JSON.stringify(item)}` })),
    )
    .filter(({ isOwn, text }) => isOwn || secrets.some((secret) => text.includes(secret)))
    .map(({ text }) => text)
    .sort();
}
