import { needsToken, type Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { acceptableRequests } from '../acceptable-requests.ts';
import type { Person } from '../person.ts';
import { exchangeRaw, type RawExchange, statusesIn } from './exchange-raw.ts';
import { type RawRequest, rawAttacks, unfinishedRequests } from './raw-attacks.ts';
import { leakedIn } from './send-hostile-requests.ts';
import type { Victim } from './victim.ts';

export interface RawAnswers {
  attack: string;
  /** How often each status was answered, or the connection ended without an answer. */
  statuses: Map<number | RawExchange['end'], number>;
  findings: string[];
}

/** The leaver deletes the account; the attacker does everything else. */
export interface RawAttackers {
  attacker: Person;
  leaver: Person;
}

const operationNames = Object.keys(routes) as OperationName[];
/** Connections at the same time. */
const concurrency = 8;

/** Sends each attack to each operation. */
export async function* sendRawAttacks(
  siteUrl: string,
  { attacker, leaver }: RawAttackers,
  victim: Victim,
): AsyncGenerator<RawAnswers> {
  for (const [attack, spoil] of Object.entries({ ...rawAttacks, ...unfinishedRequests })) {
    const answers: RawAnswers = { attack, statuses: new Map(), findings: [] };
    const names = operationNames.values();
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (const name of names) {
          const person = name === 'deleteAccountData' ? leaver : attacker;
          const parts = spoil(rawRequest(siteUrl, name, person));
          const isUnfinished = Object.hasOwn(unfinishedRequests, attack);
          const { received, end } = await exchangeRaw(siteUrl, parts, { isUnfinished });
          const statuses = statusesIn(received);
          for (const status of statuses.length > 0 ? statuses : [end])
            answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1);
          const leaked = leakedIn(received, new Set(), victim);
          if (end !== 'closed' || statuses.some((status) => status >= 500) || leaked.length > 0)
            answers.findings.push(
              `${name} with ${attack}: ${end} ${statuses} ${leaked} ${received.slice(0, 300)}`,
            );
        }
      }),
    );
    yield answers;
  }
}

function rawRequest(siteUrl: string, name: OperationName, person: Person): RawRequest {
  const { method, path, caller }: Route = routes[name];
  return {
    method,
    path: path.replaceAll(/\{\w+\}/g, 'x'),
    host: new URL(siteUrl).host,
    token: needsToken(caller) || caller === 'updater' ? person.accessToken : undefined,
    body: method === 'GET' ? '' : JSON.stringify({ data: acceptableRequests(siteUrl)[name] ?? {} }),
  };
}
