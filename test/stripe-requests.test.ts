import { beforeAll, describe, expect, test } from 'vitest';
import { testTables } from '../lambdas/platform/test-tables.ts';
import { tables } from './stack-tables.ts';
import { checkStripeRequest } from './stripe-api/check-stripe-request.ts';
import { describedApi } from './stripe-api/described-api.ts';
import { recordOurRequests } from './stripe-api/record-our-requests.ts';
import type { StripeExchange } from './stripe-api/stripe-recorder.ts';

// Our requests to Stripe match Stripe's own description; the fake, which is ours, might accept
// more.

const client = testTables(...tables);
let requests: StripeExchange[];

beforeAll(async () => {
  requests = await recordOurRequests(client);
}, 60_000);

test('sends only requests that Stripe documents', () => {
  const refused = requests
    .map((request) => ({ request, problems: checkStripeRequest(request).problems }))
    .filter(({ problems }) => problems.length > 0);
  expect(refused).toEqual([]);
});

test('uses every documented request in the list', () => {
  const asked = new Set(requests.map((request) => checkStripeRequest(request).operation));
  expect([...asked].sort()).toEqual(Object.keys(describedApi.operations).sort());
});

describe('checkStripeRequest', () => {
  const sale =
    'mode=payment&success_url=https%3A%2F%2Fsite.test&line_items[0][price]=p&line_items[0][quantity]=1';
  const get = (path: string, search: string) => ({ method: 'GET', path, search, body: '' });
  const post = (path: string, body: string) => ({ method: 'POST', path, search: '', body });

  test.each([
    ['is right', post('/v1/checkout/sessions', sale), []],
    ['has an unknown parameter', post('/v1/checkout/sessions', `${sale}&price=p`), ['"price"']],
    [
      'has an unknown nested parameter',
      post('/v1/checkout/sessions', `${sale}&line_items[0][cost]=1`),
      ['"cost"', 'line_items[0]'],
    ],
    [
      'lacks a required parameter',
      post('/v1/prices', 'unit_amount=1'),
      ['Invalid input: expected string, received undefined', 'currency'],
    ],
    [
      'has text for a number',
      post('/v1/checkout/sessions', sale.replace('quantity]=1', 'quantity]=one')),
      ['line_items[0].quantity'],
    ],
    ['has half a cent', post('/v1/refunds', 'payment_intent=pi_1&amount=1.5'), ['amount']],
    ['has an unknown enum value', post('/v1/refunds', 'payment_intent=pi_1&reason=regret'), ['reason']],
    ['has a word for a boolean', get('/v1/prices', 'active=yes'), ['active']],
    ['has a text for a list', get('/v1/prices', 'lookup_keys=lifetime'), ['lookup_keys']],
    ['has a list for a text', get('/v1/disputes', 'payment_intent[]=pi_1'), ['payment_intent']],
    ['has an unknown filter', get('/v1/checkout/sessions', 'created[since]=1'), ['"since"']],
    ['has an unexpected body', { ...get('/v1/events', ''), body: 'limit=1' }, ['"limit"']],
    [
      'has parameters in the query of a POST',
      { ...post('/v1/refunds', ''), search: 'charge=1' },
      ['"charge"'],
    ],
    ['has an undocumented path', get('/v1/customers', ''), ['GET /v1/customers']],
  ])('finds that a request %s', (_, request, named) => {
    const { problems } = checkStripeRequest(request);
    expect(problems.length > 0).toBe(named.length > 0);
    for (const part of named) expect(problems.join('\n')).toContain(part);
  });
});
