import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
  UserNotFoundException,
} from '@aws-sdk/client-cognito-identity-provider';
import { ConditionalCheckFailedException } from '@aws-sdk/client-dynamodb';
import { EventBridgeClient, PutEventsCommand } from '@aws-sdk/client-eventbridge';
import { GetParameterCommand, SSMClient } from '@aws-sdk/client-ssm';
import { DynamoDBDocumentClient, GetCommand, UpdateCommand } from '@aws-sdk/lib-dynamodb';
import type { Context, CustomEmailSenderTriggerEvent } from 'aws-lambda';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { logger } from '../platform/logger.ts';

vi.stubEnv('CODE_KEY_ARN', 'arn:key');
vi.mock('../platform/random-secret.ts', () => ({ randomSecret: () => async () => 'k'.repeat(32) }));
vi.stubEnv('SITE_URL_PARAMETER', '/site/site-url');
vi.stubEnv('EVENT_BUS', 'bus-1');
const { sendOnce, decryptCode, recordMetric } = vi.hoisted(() => ({
  sendOnce: vi.fn(),
  decryptCode: vi.fn(),
  recordMetric: vi.fn(),
}));
vi.mock('../platform/record-metric.ts', () => ({ recordMetric }));
vi.mock('../domain/mail/mail-once.ts', () => ({ mailOnce: () => sendOnce }));
vi.mock('../platform/code-decryption.ts', () => ({ codeDecryption: () => decryptCode }));
const logError = vi.spyOn(logger, 'error').mockReturnValue();
const bus = mockClient(EventBridgeClient);
const table = mockClient(DynamoDBDocumentClient);
const pool = mockClient(CognitoIdentityProviderClient);
const parameters = mockClient(SSMClient);
parameters
  .on(GetParameterCommand, { Name: '/site/site-url' })
  .resolves({ Parameter: { Value: 'https://site.test' } });
const { handler } = await import('./handler.ts');

beforeEach(() => {
  sendOnce.mockReset();
  recordMetric.mockReset();
  decryptCode.mockReset().mockImplementation(async (code: string) => code.replace('encrypted ', ''));
  logError.mockClear();
  bus.reset();
  bus.on(PutEventsCommand).resolves({ FailedEntryCount: 0, Entries: [{ EventId: '1' }] });
  table.reset();
  table.on(UpdateCommand).resolves({});
  table.on(GetCommand, { TableName: 'Users', Key: { userId: 'user-1' } }).resolves({
    Item: { userId: 'user-1', email: 'old@example.test' },
  });
  pool.reset();
});

const eventFor = (source: string, request: object = {}) =>
  ({
    triggerSource: `CustomEmailSender_${source}`,
    userPoolId: 'pool-1',
    request: {
      type: 'customEmailSenderRequestV1',
      code: 'encrypted 123456',
      userAttributes: { sub: 'user-1', email: 'ana@example.test' },
      ...request,
    },
  }) as unknown as CustomEmailSenderTriggerEvent;
const handle = (event: CustomEmailSenderTriggerEvent) => handler(event, { awsRequestId: '1' } as Context);
const sent = () => sendOnce.mock.calls.map(([sending]) => sending);
const published = () =>
  bus.commandCalls(PutEventsCommand).map(({ args }) => JSON.parse(args[0].input.Entries?.[0]?.Detail ?? ''));

test('sends our email with the code that Cognito encrypted, to the address in the event', async () => {
  await handle(eventFor('ForgotPassword'));
  const [{ to, mail }] = sent();
  expect(to).toBe('ana@example.test');
  const link = 'https://site.test/auth?mode=reset#email=ana%40example.test&code=123456';
  expect(mail.text).toContain(link);
  // Only the email of a registration lets its reader delete an account.
  expect(mail.text).not.toContain('&end=');
  await handle(eventFor('SignUp'));
  expect(sent()[1].mail.text).toContain('&end=');
});

test('counts a registration when its first code is sent, but not for other codes', async () => {
  await handle(eventFor('SignUp'));
  await handle(eventFor('ResendCode'));
  sendOnce.mockRejectedValueOnce(new Error('SES is unavailable'));
  await expect(handle(eventFor('SignUp'))).rejects.toThrow();
  expect(recordMetric.mock.calls).toEqual([['RegistrationsStarted']]);
});

test('uses the same idempotency key when Lambda retries, and another one for another code', async () => {
  const event = eventFor('SignUp');
  await handle(event);
  await handle(event);
  await handle(eventFor('ResendCode', { code: 'encrypted 654321' }));
  const [first, again, other] = sent().map(({ idempotencyKey }) => idempotencyKey);
  expect(again).toBe(first);
  expect(other).not.toBe(first);
  expect(first).not.toContain('123456');
});

test.each([
  ['AdminCreateUser', {}],
  ['Authentication', {}],
  ['AccountTakeOverNotification', { code: null }],
])('logs an error and sends nothing for %s, which this site does not use', async (source, request) => {
  await handle(eventFor(source, request));
  expect(sent()).toEqual([]);
  expect(logError).toHaveBeenCalledExactlyOnceWith(expect.stringContaining('no email'), {
    triggerSource: `CustomEmailSender_${source}`,
  });
});

test.each(['UpdateUserAttribute', 'VerifyUserAttribute'])(
  'publishes %s with the address in the record, and no other trigger source',
  async (source) => {
    await handle(eventFor('SignUp'));
    expect(published()).toEqual([]);
    const event = eventFor(source);
    await handle(event);
    await handle(event);
    const [first, again] = published();
    expect(first).toMatchObject({ userId: 'user-1', email: 'old@example.test' });
    expect(Object.keys(first).sort()).toEqual(['causedBy', 'email', 'requestId', 'userId']);
    expect(again).toEqual(first);
    expect(pool.calls()).toEqual([]);
  },
);

test('publishes the address from Cognito while there is no record', async () => {
  table.on(GetCommand).resolves({});
  pool
    .on(AdminGetUserCommand, { UserPoolId: 'pool-1', Username: 'user-1' })
    .resolves({ UserAttributes: [{ Name: 'email', Value: 'first@example.test' }] });
  await handle(eventFor('UpdateUserAttribute'));
  expect(published()).toMatchObject([{ email: 'first@example.test' }]);
});

test.each([
  ['the address to warn cannot be read', () => table.on(GetCommand).rejects(new Error('unavailable'))],
  [
    'there is no address to warn',
    () => {
      table.on(GetCommand).resolves({});
      pool.on(AdminGetUserCommand).rejects(new UserNotFoundException({ message: 'gone', $metadata: {} }));
    },
  ],
  ['the warning cannot be sent', () => bus.on(PutEventsCommand).rejects(new Error('throttled'))],
  [
    'the event names the address that the account has',
    () => table.on(GetCommand).resolves({ Item: { userId: 'user-1', email: 'ana@example.test' } }),
  ],
])('sends no code for a new address when %s', async (_, arrange) => {
  arrange();
  await expect(handle(eventFor('UpdateUserAttribute'))).rejects.toThrow();
  expect(sent()).toEqual([]);
});

test('fails when the email cannot be sent, so that Lambda retries, and reveals neither address nor code', async () => {
  const refusal = Object.assign(new Error('ana@example.test is not verified'), { $metadata: {} });
  sendOnce.mockRejectedValue(refusal);
  const failure = await handle(eventFor('SignUp')).catch((error: Error) => error);
  expect(failure).toBeInstanceOf(Error);
  expect(`${failure} ${JSON.stringify(logError.mock.calls)}`).not.toMatch(/ana@|123456/);
  expect(logError).toHaveBeenCalledOnce();
});

describe('limits', () => {
  const tooMany = new ConditionalCheckFailedException({ message: 'too many', $metadata: {} });
  const keys = () => table.commandCalls(UpdateCommand).map(({ args }) => String(args[0].input.Key?.id));
  const logWarning = vi.spyOn(logger, 'warn').mockReturnValue();

  /** Accepts as many calls as the table would. */
  function countLikeTheTable(): void {
    const calls = new Map<string, number>();
    table.on(UpdateCommand).callsFake(({ Key, ExpressionAttributeValues }) => {
      const sofar = calls.get(Key.id) ?? 0;
      if (sofar >= ExpressionAttributeValues[':limit']) throw tooMany;
      calls.set(Key.id, sofar + 1);
      return {};
    });
  }
  /** Returns how many of the given number of emails are sent. */
  async function sentOf(times: number, triggerSource: string, userAttributes?: object): Promise<number> {
    sendOnce.mockClear();
    for (let time = 0; time < times; time++)
      await handle(eventFor(triggerSource, userAttributes ? { userAttributes } : {}));
    return sent().length;
  }
  const ana = { sub: 'user-1', email: 'ana@example.test' };
  const stranger = { sub: 'user-2', email: 'ana@example.test' };

  beforeEach(() => {
    vi.useFakeTimers({ now: new Date('2026-01-01T10:30:00Z') });
    onTestFinished(() => void vi.useRealTimers());
    recordMetric.mockReset();
    logWarning.mockClear();
  });

  test.each([
    ['SignUp', ['signUpMail', 'signUpMailOfSite']],
    ['ResendCode', ['resendMail', 'resendMailToMailbox', 'signUpMailOfSite']],
    ['ForgotPassword', ['resetMail', 'resetMailOfSite']],
    ['UpdateUserAttribute', ['newAddressMail', 'newAddressMailToMailbox', 'newAddressMailOfSite']],
    ['VerifyUserAttribute', ['newAddressMail', 'newAddressMailToMailbox', 'newAddressMailOfSite']],
  ])('counts %s as %j', async (triggerSource, limits) => {
    await handle(eventFor(triggerSource));
    expect(keys().map((key) => key.split('#')[0])).toEqual(limits);
  });

  test('sends another code for a registration although strangers registered other addresses of the mailbox', async () => {
    countLikeTheTable();
    for (let number = 1; number <= 30; number++) {
      const email = `ana+${number}@example.test`;
      await handle(eventFor('SignUp', { userAttributes: { sub: `stranger-${number}`, email } }));
    }
    expect(await sentOf(3, 'ResendCode', ana)).toBe(3);
  });

  test('limits the codes that many accounts request for the same mailbox', async () => {
    countLikeTheTable();
    table.on(GetCommand).resolves({ Item: { email: 'old@example.test' } });
    let total = 0;
    for (let number = 1; number <= 10; number++)
      total += await sentOf(6, 'UpdateUserAttribute', {
        sub: `user-${number}`,
        email: 'victim@example.test',
      });
    expect(total).toBe(12);
  });

  test('counts all addresses of a mailbox together at registration', async () => {
    await handle(eventFor('SignUp'));
    await handle(eventFor('SignUp', { userAttributes: { sub: 'user-2', email: 'ANA+maps@example.test' } }));
    const [first, , second] = keys();
    expect(second).toBe(first);
  });

  test('sends other codes to an address for which strangers use up one limit', async () => {
    countLikeTheTable();
    expect(await sentOf(50, 'ForgotPassword', ana)).toBe(40);
    expect(await sentOf(21, 'SignUp', stranger)).toBe(20);
    expect(await sentOf(7, 'UpdateUserAttribute', ana)).toBe(6);
    expect(recordMetric.mock.calls.filter(([metric]) => metric === 'CodeMailsRefused')).toHaveLength(12);
  });

  test('sends a code for a new address although others requested codes for that address', async () => {
    countLikeTheTable();
    table.on(GetCommand).resolves({ Item: { email: 'old@example.test' } });
    expect(await sentOf(7, 'UpdateUserAttribute', stranger)).toBe(6);
    expect(await sentOf(1, 'UpdateUserAttribute', ana)).toBe(1);
  });

  test('sends codes for new passwords and new addresses while a flood of registrations uses up the limit of the site', async () => {
    table.on(UpdateCommand).callsFake(({ Key }) => {
      if (Key.id.startsWith('signUpMailOfSite#')) throw tooMany;
      return {};
    });
    expect(await sentOf(1, 'SignUp')).toBe(0);
    expect(await sentOf(1, 'ForgotPassword')).toBe(1);
    expect(await sentOf(1, 'UpdateUserAttribute')).toBe(1);
  });

  test.each(['newAddressMail', 'newAddressMailOfSite'])(
    'sends and publishes nothing beyond %s, and reports it without an address',
    async (limit) => {
      table.on(UpdateCommand).callsFake(({ Key }) => {
        if (Key.id.startsWith(`${limit}#`)) throw tooMany;
        return {};
      });
      await handle(eventFor('UpdateUserAttribute'));
      expect(sent()).toEqual([]);
      expect(published()).toEqual([]);
      expect(recordMetric.mock.calls).toEqual([['CodeMailsRefused']]);
      expect(logWarning).toHaveBeenCalledExactlyOnceWith('refused an email with a code', {
        triggerSource: 'CustomEmailSender_UpdateUserAttribute',
        limit,
      });
    },
  );

  test('throws when the limits cannot be read, so that Lambda retries', async () => {
    table.on(UpdateCommand).rejects(new Error('unavailable'));
    await expect(handle(eventFor('SignUp'))).rejects.toThrow();
    expect(sent()).toEqual([]);
  });
});
