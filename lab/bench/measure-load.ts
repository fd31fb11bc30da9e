import { type ChildProcess, fork } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type autocannon from 'autocannon';
import { Agent, fetch } from 'undici';
import type { WebSettings } from '../../contract/records/web-settings.ts';
import { currentOffer } from '../../contract/rules/catalog.ts';
import { rateLimits } from '../../lambdas/domain/limits/rate-limits.ts';
import { beginProof, proveKnowledge } from '../../local/fakes/cognito/test-srp-client.ts';
import { sampleVersion } from '../../local/sample-release.ts';
import { type Person, password, readSettings, registerPerson } from '../../test/person.ts';
import { barePath, type LoadServer } from './load-server.ts';
import { median } from './median.ts';
import { type Load, loadOf, putLoad } from './put-load.ts';

const rounds = 4;
/** The duration of all subjects, about a minute. */
const secondsPerSubject = 3;
/**
 * The number of instances that the local cloud runs per function, so that no request waits for another.
 */
const connections = 4;
/** Enough that no user exceeds the feedback limit, at up to 200 requests a second. */
const peopleCount = Math.ceil((rounds * secondsPerSubject * 200) / rateLimits.feedback.calls);

type Requests = NonNullable<autocannon.Options['requests']>;

const nothing = 'a function that does nothing';
const staticFile = 'a static file';

/**
 * Measures the site while many users act at once: signing in, being recognized, buying and writing,
 * compared with a function in the same gateway that does nothing. All take turns in each round, so
 * that a busy moment affects them equally.
 * @throws Error when a request failed
 */
export async function measureLoad(onProgress: (text: string) => void): Promise<string[][]> {
  const dir = await mkdtemp(join(tmpdir(), 'lorewright-bench-'));
  const server = fork(join(import.meta.dirname, 'load-server.ts'), [dir]);
  try {
    const { siteUrl } = await started(server);
    const settings = await readSettings(siteUrl);
    const people: Person[] = [];
    while (people.length < peopleCount) {
      onProgress(`${people.length} of ${peopleCount} people have registered`);
      people.push(await registerPerson(siteUrl));
    }
    const subjects = [
      { name: nothing, requests: callAs(people, barePath) },
      { name: 'signing in (two requests)', requests: signIn(people, settings) },
      { name: 'me', requests: callAs(people, '/api/me') },
      { name: 'checkout', requests: callAs(people, '/api/checkout', () => checkout(siteUrl, settings)) },
      { name: 'feedback', requests: callAs(people, '/api/feedback', newFeedback) },
      { name: staticFile, requests: [{ path: '/version.json', method: 'GET' as const }] },
      { name: 'a manifest for updaters, to that file', requests: readManifest(), yardstick: staticFile },
      { name: 'a report of a crash', requests: [], send: reportCrashes(siteUrl) },
    ].map((subject) => ({
      yardstick: nothing,
      send: (duration: number) =>
        putLoad({ url: siteUrl, connections, duration, requests: subject.requests }),
      ...subject,
      loads: [] as Load[],
    }));

    for (const { name, send } of subjects) {
      onProgress(`warming up: ${name}`);
      await load(name, send(1));
    }
    for (let round = 1; round <= rounds; round++) {
      for (const { name, send, loads } of subjects) {
        onProgress(`round ${round} of ${rounds}: ${name}`);
        loads.push(await load(name, send(secondsPerSubject)));
      }
    }
    const rows = subjects.map(({ name, loads, yardstick }) => {
      const compared = subjects.find((other) => other.name === yardstick)?.loads;
      const figures = (key: keyof Load) => loads.map((each) => each[key]);
      const sum = (key: keyof Load) => figures(key).reduce((one, other) => one + other, 0);
      // Per round, because rounds differ more than the subjects within one.
      const ratio = (key: keyof Load) =>
        median(figures(key).map((figure, round) => figure / (compared?.[round]?.[key] ?? Number.NaN)));
      return [
        name,
        String(sum('requests')),
        String(sum('errors')),
        median(figures('perSecond')).toFixed(0),
        median(figures('p50Ms')).toFixed(1),
        median(figures('p99Ms')).toFixed(1),
        ...(['perSecond', 'p50Ms', 'p99Ms'] as const).map((key) => `${ratio(key).toFixed(2)} ×`),
      ];
    });
    return [['', 'requests', 'errors', '/s', 'p50 ms', 'p99 ms', '/s', 'p50', 'p99'], ...rows];
  } finally {
    server.kill();
    if (server.exitCode === null && server.signalCode === null) await once(server, 'exit');
    await rm(dir, { recursive: true });
  }
}

/** @throws Error when the process ends first, after it has printed the reason */
function started(server: ChildProcess): Promise<LoadServer> {
  return new Promise((resolve, reject) => {
    server.once('message', (message) => resolve(message as LoadServer));
    server.once('exit', () => reject(new Error('The local cloud did not start.')));
  });
}

/** @throws Error when a request failed */
async function load(name: string, sending: Promise<Load>): Promise<Load> {
  const result = await sending;
  if (result.errors > 0) throw new Error(`${name}: ${result.errors} of ${result.requests} requests failed.`);
  return result;
}

const poolPath = '/__local/cognito';
const poolHeaders = (target: string) => ({
  'content-type': 'application/x-amz-json-1.1',
  'x-amz-target': `AWSCognitoIdentityProviderService.${target}`,
});
const initiation = (ClientId: string, USERNAME: string, SRP_A: string) => ({
  ClientId,
  AuthFlow: 'USER_SRP_AUTH',
  AuthParameters: { USERNAME, SRP_A },
});
const response = (
  { userPoolId, userPoolClientId: ClientId }: WebSettings,
  challenge: Record<string, string>,
  secret: bigint,
) => ({
  ClientId,
  ChallengeName: 'PASSWORD_VERIFIER',
  ChallengeResponses: proveKnowledge(userPoolId, challenge, secret, password),
});

/** Uses the next user for each request. */
function inTurn<Each>(all: Each[]): () => Each {
  let next = 0;
  return () => all[next++ % all.length] as Each;
}

/**
 * Signs in with the password over SRP, as a browser does, which never sends the password itself.
 */
function signIn(people: Person[], settings: WebSettings): Requests {
  const nextPerson = inTurn(people);
  const toPool = (target: string, body: object) =>
    ({ path: poolPath, headers: poolHeaders(target), body: JSON.stringify(body) }) as autocannon.Request;
  return [
    {
      setupRequest(request, context: SignIn) {
        const { secret, SRP_A } = beginProof();
        context.secret = secret;
        const body = initiation(settings.userPoolClientId, nextPerson().email, SRP_A);
        return { ...request, ...toPool('InitiateAuth', body) };
      },
      onResponse(status, body, context: SignIn) {
        if (status === 200) context.challenge = JSON.parse(body).ChallengeParameters;
      },
    },
    {
      setupRequest(request, { secret, challenge }: SignIn) {
        // Autocannon creates a request for each connection that it does not send.
        if (!secret || !challenge) return request;
        return { ...request, ...toPool('RespondToAuthChallenge', response(settings, challenge, secret)) };
      },
    },
  ];
}

interface SignIn {
  secret?: bigint;
  challenge?: Record<string, string>;
}

/** Calls an operation, by GET when there is no data to send. */
function callAs(people: Person[], path: string, newData?: () => object): Requests {
  const nextPerson = inTurn(people);
  return [
    {
      setupRequest(request) {
        const headers = { authorization: `Bearer ${nextPerson().accessToken}` };
        return (
          newData
            ? {
                ...request,
                path,
                method: 'POST',
                headers: { ...headers, 'content-type': 'application/json' },
                body: JSON.stringify({ data: newData() }),
              }
            : { ...request, path, method: 'GET', headers }
        ) as autocannon.Request;
      },
    },
  ];
}

const checkout = (siteUrl: string, { priceIds }: WebSettings) => ({
  priceId: priceIds[currentOffer],
  success_url: `${siteUrl}/pricing?checkout=success`,
  cancel_url: `${siteUrl}/pricing?checkout=cancelled`,
});

/** Installations of all cohorts. */
const readManifest = (): Requests => [
  {
    setupRequest: (request) => ({
      ...request,
      path: '/updates/latest.yml',
      method: 'GET',
      headers: { 'x-user-staging-id': randomUUID() },
    }),
  },
];

/**
 * Reports the same crash from as many networks as the limit of one network requires. Autocannon cannot choose the address that it sends
 * from.
 */
function reportCrashes(siteUrl: string): (seconds: number) => Promise<Load> {
  let sent = 0;
  let dispatcher = new Agent({ localAddress: '127.1.0.1' });
  const body = JSON.stringify({
    data: {
      version: sampleVersion,
      platform: 'win-x64',
      systemVersion: '10.0.22631',
      crash: '5f0c7c0e2f5d4a3e',
      frames: ['at open (app.asar/main.js:12:7)'],
    },
  });
  return async (seconds) => {
    const times: number[] = [];
    let errors = 0;
    const began = performance.now();
    await Promise.all(
      Array.from({ length: connections }, async () => {
        while (performance.now() - began < seconds * 1000) {
          if (++sent % rateLimits.reportProblem.calls === 0) {
            const network = Math.floor(sent / rateLimits.reportProblem.calls);
            dispatcher = new Agent({ localAddress: `127.1.${network >> 7}.${(network & 127) + 1}` });
          }
          const asked = performance.now();
          const headers = { 'content-type': 'application/json', 'user-agent': 'bench' };
          const options = { method: 'POST', headers, body, dispatcher };
          const answer = await fetch(`${siteUrl}/api/reportProblem`, options);
          const isEmpty = (await answer.text()) === '';
          times.push(performance.now() - asked);
          if (answer.status !== 200 || isEmpty) errors += 1;
        }
      }),
    );
    return loadOf(times, performance.now() - began, errors);
  };
}

const newFeedback = () => ({
  feedbackId: randomUUID(),
  type: 'General Feedback',
  content: 'Ships sail too fast.',
});
