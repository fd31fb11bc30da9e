import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import * as events from '../../contract/events/events.ts';
import { withdrawalToken } from '../domain/mail/link-token.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { withdraw } from './withdraw.ts';

const { key, publish } = vi.hoisted(() => ({ key: 'k'.repeat(64), publish: vi.fn() }));
vi.stubEnv('EVENT_BUS', 'site');
vi.mock('../platform/publish-event.ts', () => ({ publishEvent: publish }));
const table = mockClient(DynamoDBDocumentClient);
const handler = withdraw({ ...compose(), readLinkKey: async () => key });

const withdrawalId = '7f1ff9f5-6f05-4c59-9a6f-59b1a2c8c1d3';
const statement = { withdrawalId, name: 'Ana', email: 'ana@example.test', orderId: 'cs_1' };
const call = (data: object) => send(handler, { data });
const refused = new ConditionalCheckFailedException({ message: 'limit', $metadata: {} });

beforeEach(() => {
  publish.mockReset();
  table.reset();
  table.on(UpdateCommand).resolves({});
});

/** The actions whose limits a call counted. */
const counted = () =>
  table.commandCalls(UpdateCommand).map(({ args: [{ input }] }) => String(input.Key?.id).split('#')[0]);

describe('withdraw', () => {
  it('records a statement with its time, and counts it for the network, the order and the site', async () => {
    const { statusCode, result } = await call(statement);
    expect(statusCode).toBe(200);
    const { statedAt } = result;
    expect(publish.mock.lastCall?.slice(1)).toEqual([
      events.withdrawalSubmitted,
      { ...statement, statedAt, isConfirmed: false },
    ]);
    expect(counted()).toEqual(['withdraw', 'withdrawOrder', 'withdrawOfSite']);
  });

  it('names another way when a limit is reached, and records nothing', async () => {
    table.on(UpdateCommand).rejects(refused);
    expect(await call(statement)).toMatchObject({
      statusCode: 429,
      error: {
        message: expect.stringMatching(/^We cannot take your withdrawal here right now\. Send it by email/),
      },
    });
    expect(publish).not.toHaveBeenCalled();
  });

  it('keeps the time and the name of the statement that a link confirms', async () => {
    const stated = {
      orderId: `cs_live_${'a'.repeat(58)}`,
      name: '名'.repeat(100),
      statedAt: new Date(Date.now() - 60_000).toISOString(),
    };
    expect(await call({ withdrawalId, token: withdrawalToken.sign(key, stated) })).toMatchObject({
      statusCode: 200,
      result: { statedAt: stated.statedAt },
    });
    expect(publish.mock.lastCall?.[2]).toEqual({ withdrawalId, ...stated, isConfirmed: true });
    expect(counted()).toEqual(['withdraw']);
  });

  it('refuses a link that we did not sign', async () => {
    expect(await call({ withdrawalId, token: 'a.b' })).toMatchObject({ statusCode: 400 });
    expect(publish).not.toHaveBeenCalled();
  });
});
