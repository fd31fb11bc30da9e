import fc from 'fast-check';
import { Agent, fetch } from 'undici';
import type { Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import type { Subject } from '../desk-requests.ts';
import type { Person } from '../person.ts';
import { type HostileRequest, hostileRequest } from './hostile-request.ts';
import type { Victim } from './victim.ts';

/** Who sends requests, and about whom. */
export interface Attackers {
  role: 'visitor' | 'user' | 'team';
  people: Person[];
  subject: Subject;
}

export interface Answers {
  name: OperationName;
  role: Attackers['role'];
  /** How often each status was answered. */
  statuses: Map<number, number>;
  /** Requests that failed on our side, or got something that belongs to the victim. */
  findings: string[];
}

/** Rate limits count visitors by their network, so they come from many. */
const networks = Array.from(
  { length: 200 },
  (_, index) => new Agent({ localAddress: `127.0.1.${index + 1}`, connections: 1 }),
);
/** Each instance of a function takes memory. */
const concurrency = 2;

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
    .sample(hostileRequest(siteUrl, name, subject), { numRuns: runs, seed })
    .filter((request) => !isOfTheVictim(request, victim))
    .entries();
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const [index, { path, body }] of requests) {
        const person = people[index % people.length];
        const response = await fetch(`${siteUrl}${path}`, {
          method,
          redirect: 'manual',
          dispatcher: networks[index % networks.length] as Agent,
          headers: {
            'content-type': 'application/json',
            ...(person ? { authorization: `Bearer ${person.accessToken}` } : {}),
          },
          ...(body === undefined ? {} : { body }),
        });
        const text = `${JSON.stringify([...response.headers])}${await response.text()}`;
        answers.statuses.set(response.status, (answers.statuses.get(response.status) ?? 0) + 1);
        const leaked = role === 'team' ? [] : leakedIn(text, `${path}${body}`, victim);
        if (response.status >= 500 || leaked.length > 0)
          answers.findings.push(
            `${response.status}${leaked.length > 0 ? `, reveals ${leaked}` : ''}: ${method} ${path} ${body?.slice(0, 500)}`,
          );
      }
    }),
  );
  return answers;
}

/** A statement with the number and the address of an order takes effect, whoever sends it; see decision 045. */
function isOfTheVictim({ name, body = '' }: HostileRequest, { known }: Victim): boolean {
  return name === 'withdraw' && body.includes(known.orderId) && body.includes(known.email);
}

/** What belongs to the victim in an answer, other than what the request contained. */
export function leakedIn(answer: string, request: string, { known, secrets }: Victim): string[] {
  return [...Object.values(known), ...secrets].filter(
    (word) => answer.includes(word) && !request.includes(word),
  );
}
