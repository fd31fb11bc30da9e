import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { operations } from '../../contract/operations/operations.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { hostileRequest } from './hostile-request.ts';

const subject = { userId: 'user-1', email: 'ana@example.test', orderId: 'cs_1', feedbackId: 'feedback-1' };
const withData = (Object.keys(routes) as OperationName[]).filter(
  (name) => routes[name].method === 'POST' && !['oneClickUnsubscribe', 'stripeWebhook'].includes(name),
);

describe('hostileRequest', { tags: 'extended' }, () => {
  it.each(withData)('gets past the schema of %s, and also fails it', (name) => {
    const requests = fc.sample(hostileRequest('http://localhost:3000', name, subject), {
      numRuns: 100,
      seed: 1,
    });
    const accepted = requests.filter(
      ({ body = '' }) => operations[name].request.safeParse(JSON.parse(body).data).success,
    );
    expect(accepted.length).toBeGreaterThan(5);
    expect(accepted.length).toBeLessThan(100);
  });
});
