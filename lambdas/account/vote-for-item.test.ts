import { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import {
  DynamoDBDocumentClient,
  GetCommand,
  TransactWriteCommand,
  UpdateCommand,
} from '@aws-sdk/lib-dynamodb';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, it } from 'vitest';
import { newUser } from '../domain/users/new-user.ts';
import { exceedLimits } from '../platform/test-limits.ts';
import { send } from '../platform/test-request.ts';
import { compose } from './compose.ts';
import { voteForItem } from './vote-for-item.ts';

const table = mockClient(DynamoDBDocumentClient);
const bus = mockClient(EventBridgeClient);
mockClient(CognitoIdentityProviderClient);
const handler = voteForItem(compose());

const vote = (data: object = {}) =>
  send(handler, {
    data: { item: 'marketplace', isFor: true, ...data },
    claims: { sub: 'user-1', token_use: 'access' },
    headers: { authorization: 'Bearer access-token' },
  });

beforeEach(() => {
  table.reset();
  table
    .on(GetCommand, { TableName: 'Users' })
    .resolves({ Item: { ...newUser('user-1', 'ana@example.test', new Date(0)), referralCode: 'secret' } })
    .on(GetCommand, { TableName: 'Feedback', Key: { feedbackId: 'votes#marketplace' } })
    .resolves({ Item: { votes: 10 } })
    .on(UpdateCommand)
    .resolves({})
    .on(TransactWriteCommand)
    .resolves({});
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
});

describe('voteForItem', () => {
  it('stores the vote with its number, rings the doorbell, and returns both', async () => {
    const { statusCode, result } = await vote();
    expect(statusCode).toBe(200);
    expect(result).toMatchObject({ user: { votes: { marketplace: expect.any(String) } }, votes: 10 });
    expect(JSON.stringify(result)).not.toContain('secret');
    const [record, count] = table.commandCalls(TransactWriteCommand)[0]?.args[0].input.TransactItems ?? [];
    expect(record?.Update).toMatchObject({ TableName: 'Users', Key: { userId: 'user-1' } });
    expect(count?.Update).toMatchObject({ Key: { feedbackId: 'votes#marketplace' } });
    const [event] = bus.commandCalls(PutEventsCommand);
    expect(event?.args[0].input.Entries?.[0]?.DetailType).toBe('UserChanged');
  });

  it('returns no number below the smallest one that is shown', async () => {
    table.on(GetCommand, { TableName: 'Feedback' }).resolves({ Item: { votes: 9 } });
    expect((await vote()).result).not.toHaveProperty('votes');
  });

  it('refuses an unknown item and more changes than the limit allows, and stores nothing', async () => {
    expect(await vote({ item: 'atlantis' })).toMatchObject({
      statusCode: 404,
      error: { message: 'The roadmap has no such item. Load the page again.' },
    });
    exceedLimits(table);
    expect(await vote()).toMatchObject({
      statusCode: 429,
      error: {
        message: expect.stringMatching(/^You have changed your votes too many times\. Try again in /),
      },
    });
    expect(table.commandCalls(TransactWriteCommand)).toEqual([]);
    expect(bus.calls()).toEqual([]);
  });
});
