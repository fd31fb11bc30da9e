import { beforeAll, expect, test } from 'vitest';
import { routes } from '../../contract/operations/routes.ts';
import { type Attempt, badRequests } from '../generated-requests.ts';
import type { Person } from '../person.ts';
import { registerSettled } from './customer.ts';
import { readTables, siteUrl } from './site.ts';

// test/infra/generated-input.test.ts sends ten times as many requests to the handlers. This test
// also covers the gateway in front of them.
const runs = 1_000;
/** The number of concurrent requests that the local cloud answers without queueing. */
const concurrency = 16;

let person: Person;

beforeAll(async () => {
  person = await registerSettled();
});

async function send({ name, path, query, headers, body }: Attempt): Promise<Response> {
  const { method } = routes[name];
  return fetch(`${siteUrl}${path}${query}`, {
    method,
    headers: { ...headers, ...(headers.authorization && { authorization: `Bearer ${person.accessToken}` }) },
    ...(body === undefined ? {} : { body }),
  });
}

const { seed, attempts } = badRequests(siteUrl, runs);

test(`refuses all ${runs} generated bad requests, and changes nothing; SEED=${seed}`, {
  timeout: 120_000,
}, async () => {
  const before = await readTables();
  const failures: { status: number; attempt: Attempt }[] = [];
  let answered = 0;
  await Promise.all(
    Array.from({ length: concurrency }, async () => {
      for (const next of attempts) {
        const response = await send(next);
        await response.arrayBuffer();
        answered += 1;
        if (response.status < 400 || response.status >= 500)
          failures.push({ status: response.status, attempt: next });
      }
    }),
  );
  expect(failures.slice(0, 3)).toEqual([]);
  expect(answered).toBe(runs);
  expect(await readTables()).toEqual(before);
});
