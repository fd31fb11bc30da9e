import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, vi } from 'vitest';
import { deliver } from '../../platform/test-event.ts';

const names = ['AUDIT_TABLE', 'EVENT_BUS', 'LICENSE_QUEUE_URL', 'ORDERS_TABLE', 'PAID_GROUP_QUEUE_URL'];
const settling = ['REFERRALS_TABLE', 'SITE_URL', 'STRIPE_SECRET_KEY_ARN', 'USER_POOL_ID', 'USERS_TABLE'];
for (const name of [...names, ...settling]) vi.stubEnv(name, name);
const { secret } = vi.hoisted(() => ({ secret: vi.fn() }));
vi.mock('@aws-lambda-powertools/parameters/secrets', () => ({
  SecretsProvider: class {
    get = secret;
  },
}));
const table = mockClient(DynamoDBDocumentClient);
const { completeInterrupted: handler } = await import('./complete-interrupted.ts');

it('does not ask for the key of Stripe when no refund is open', async () => {
  table.on(QueryCommand).resolves({ Items: [] });
  await deliver(handler, {});
  expect(table.commandCalls(QueryCommand).length).toBeGreaterThan(0);
  expect(secret).not.toHaveBeenCalled();
});
