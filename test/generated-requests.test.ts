import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../contract/operations/operations.ts';
import { type OperationName, routes } from '../contract/operations/routes.ts';
import { attempt } from './generated-requests.ts';

const withData = (Object.keys(routes) as OperationName[]).filter(
  (name) => routes[name].method === 'POST' && !['oneClickUnsubscribe', 'stripeWebhook'].includes(name),
);

const isAccepted = (name: OperationName, body = '') => {
  try {
    return operations[name].request.safeParse(JSON.parse(body).data).success;
  } catch {
    return false;
  }
};

describe('attempt', { tags: 'extended' }, () => {
  it.each(withData)('gets past the schema of %s, and also fails it', (name) => {
    const requests = fc.sample(attempt('http://localhost:3000', [name]), { numRuns: 100, seed: 1 });
    const accepted = requests.filter(({ body }) => isAccepted(name, body));
    expect(accepted.length).toBeGreaterThan(5);
    expect(accepted.length).toBeLessThan(100);
  });
});
