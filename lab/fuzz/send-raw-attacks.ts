import { needsToken, type Route } from '../../contract/operations/route.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { acceptableRequests } from '../../test/acceptable-requests.ts';
import type { Subject } from '../../test/desk-requests.ts';
import type { Person } from '../../test/person.ts';
import { exchangeRaw, type RawExchange, statusesIn } from './exchange-raw.ts';
import { type RawRequest, rawAttacks, unfinishedRequests } from './raw-attacks.ts';
import { leakedIn } from './send-hostile-requests.ts';
import type { Victim } from './victim.ts';

export interface RawAnswers {
  attack: string;
  role: 'user' | 'team';
  /** The number of responses by status, and of connections that ended without a response. */
  statuses: Map<number | RawExchange['end'], number>;
  findings: string[];
}

/** The people who send the attacks. */
export interface RawAttackers {
  attacker: Person;
  /** Sends the deletion of the account, so that the attacker keeps one. */
  leaver: Person;
  /** Repeats the attacks on the operations of the desk, which the site refuses for other callers before it parses the body. */
  admin: Person;
  /** The person that the admin's requests are about. */
  customer: Subject;
}

const attacks = Object.entries({ ...rawAttacks, ...unfinishedRequests });
/** Connections at the same time. */
const concurrency = 8;

/** Sends each attack to each of the operations. */
export async function* sendRawAttacks(
  siteUrl: string,
  names: OperationName[],
  { attacker, leaver, admin, customer }: RawAttackers,
  victim: Victim,
): AsyncGenerator<RawAnswers> {
  const ofTeam = names.filter((name) => (routes[name] as Route).caller === 'admin');
  for (const attack of attacks) {
    yield send(attack, 'user', names);
    if (ofTeam.length > 0) yield send(attack, 'team', ofTeam);
  }

  async function send(
    [attack, spoil]: (typeof attacks)[number],
    role: RawAnswers['role'],
    names: OperationName[],
  ): Promise<RawAnswers> {
    const isUnfinished = Object.hasOwn(unfinishedRequests, attack);
    const answers: RawAnswers = { attack, role, statuses: new Map(), findings: [] };
    const remaining = names.values();
    await Promise.all(
      Array.from({ length: concurrency }, async () => {
        for (const name of remaining) {
          const { received, end } = await exchangeRaw(siteUrl, spoil(requestOf(role, name)), {
            isUnfinished,
          });
          const statuses = statusesIn(received);
          for (const status of statuses.length > 0 ? statuses : [end])
            answers.statuses.set(status, (answers.statuses.get(status) ?? 0) + 1);
          // The team may read the victim's data.
          const leaked = role === 'team' ? [] : leakedIn(received, new Set(), victim);
          if (end !== 'closed' || statuses.some((status) => status >= 500) || leaked.length > 0)
            answers.findings.push(
              `${role}: ${name} with ${attack}: ${end} ${statuses} ${leaked} ${received.slice(0, 300)}`,
            );
        }
      }),
    );
    return answers;
  }

  function requestOf(role: RawAnswers['role'], name: OperationName): RawRequest {
    if (role === 'user') return rawRequest(siteUrl, name, name === 'deleteAccountData' ? leaver : attacker);
    // `deskDeleteAccount` gets no customer, because the other operations need the account.
    return rawRequest(siteUrl, name, admin, name === 'deskDeleteAccount' ? undefined : customer);
  }
}

function rawRequest(siteUrl: string, name: OperationName, person: Person, subject?: Subject): RawRequest {
  const { method, path, caller }: Route = routes[name];
  return {
    method,
    path: path.replaceAll(/\{\w+\}/g, 'x'),
    host: new URL(siteUrl).host,
    token: needsToken(caller) || caller === 'updater' ? person.accessToken : undefined,
    body: method === 'GET' ? '' : JSON.stringify({ data: acceptableRequests(siteUrl, subject)[name] ?? {} }),
  };
}
