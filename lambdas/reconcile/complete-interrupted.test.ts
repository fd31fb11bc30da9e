import { DynamoDBDocumentClient, QueryCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { expect, it, vi } from 'vitest';
import { deliver } from '../platform/test-event.ts';
import { completeInterrupted } from './complete-interrupted.ts';
import { compose } from './compose.ts';

const { secret } = vi.hoisted(() => ({ secret: vi.fn() }));
vi.mock('@aws-lambda-powertools/parameters/secrets', () => ({
  SecretsProvider: class {
    get = secret;
  },
}));
const table = mockClient(DynamoDBDocumentClient);
const handler = completeInterrupted(compose());

it('does not ask for the key of Stripe when no refund is open', async () => {
  table.on(QueryCommand).resolves({ Items: [] });
  await deliver(handler, {});
  expect(table.commandCalls(QueryCommand).length).toBeGreaterThan(0);
  expect(secret).not.toHaveBeenCalled();
});
