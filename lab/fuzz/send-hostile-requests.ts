import fc from 'fast-check';
import { Agent, fetch, type Response } from 'undici';
import type { Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import type { Subject } from '../../test/desk-requests.ts';
import { type Attempt, attempt } from '../../test/generated-requests.ts';
import type { Person } from '../../test/person.ts';
import type { Victim } from './victim.ts';

/** The people who send requests, and the person that the requests are about. */
export interface Attackers {
  role: 'visitor' | 'user' | 'team';
  people: Person[];
  subject: Subject;
}

export interface Answers {
  name: OperationName;
  role: Attackers['role'];
  /** The number of responses by status. */
  statuses: Map<number, number>;
  /** Requests without a response, with an internal error, or with data of the victim in the response. */
  findings: string[];
}

/** Rate limits count visitors by their network, so they come from many. */
const networks = Array.from(
  { length: 200 },
  (_, index) => new Agent({ localAddress: `127.0.1.${index + 1}`, connections: 1 }),
);
/** Each instance of a function takes memory. */
const concurrency = 2;

/** The victim's words that each person has sent so far. They may be stored in that person's own data. */
const sentBy = new WeakMap<Person, Set<string>>();

export async function sendHostileRequests(
  siteUrl: string,
  name: OperationName,
  { role, people, subject }: Attackers,
  victim: Victim,
  { runs, seed }: { runs: number; seed: number },
): Promise<Answers> {
  const { method }: Route = routes[name];
  const answers: Answers = { name, role, statuses: new Map(), findings: [] };
  const requests = fc
    .sample(attempt(siteUrl, [name], subject), { numRuns: runs, seed })
    .filter((request) => !isOfTheVictim(request, victim))
    .entries();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const [index, { path: bare, query, body }] of requests) {
        const path = `${bare}${query}`;
        const person = people[index % people.length];
        const sentWords = rememberWords(`${path}${body}`, victim, person);
        const sent = fetch(`${siteUrl}${path}`, {
          method,
          redirect: 'manual',
          dispatcher: networks[index % networks.length] as Agent,
          headers: {
            'content-type': 'application/json',
            ...(person ? { authorization: `Bearer ${person.accessToken}` } : {}),
          },
          ...(body === undefined ? {} : { body }),
        });
        const answer = await readAnswer(sent);
        const described = `${method} ${path} ${body?.slice(0, 500)}`;
        if ('failed' in answer) {
          answers.findings.push(`${answer.failed}: ${described}`);
          continue;
        }
        const { status, text } = answer;
        answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1);
        const leaked = role === 'team' ? [] : leakedIn(text, sentWords, victim);
        if (status >= 500 || leaked.length > 0)
          answers.findings.push(`${status}${leaked.length > 0 ? `, reveals ${leaked}` : ''}: ${described}`);
      }
    }),
  );
  return answers;
}

/** The status, and the headers and body as text; or why the site did not respond, such as a crash. */
async function readAnswer(
  sent: Promise<Response>,
): Promise<{ status: number; text: string } | { failed: string }> {
  try {
    const response = await sent;
    const text = `${JSON.stringify([...response.headers])}${await response.text()}`;
    return { status: response.status, text };
  } catch (error) {
    return { failed: `${error}, ${(error as Error).cause}` };
  }
}

/** A statement with the number and address of an order takes effect for any sender; see decision 045. */
function isOfTheVictim({ name, body = '' }: Attempt, { known }: Victim): boolean {
  return name === 'withdraw' && body.includes(known.orderId) && body.includes(known.email);
}

/** Returns the victim's words that this sender has sent in this or an earlier request. */
export function rememberWords(
  request: string,
  { known, secrets }: Victim,
  sender: Person | undefined,
): ReadonlySet<string> {
  const sent = (sender && sentBy.get(sender)) ?? new Set();
  for (const word of [...Object.values(known), ...secrets]) if (request.includes(word)) sent.add(word);
  if (sender) sentBy.set(sender, sent);
  return sent;
}

/** Returns the victim's words in a response, except those that the sender has sent. */
export function leakedIn(answer: string, sent: ReadonlySet<string>, { known, secrets }: Victim): string[] {
  return [...Object.values(known), ...secrets].filter((word) => answer.includes(word) && !sent.has(word));
}
