import { GetAccountCommand, GetEmailIdentityCommand, SESv2Client } from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StageSettings } from '../../../lib/stage-settings.ts';
import { stages } from '../../../lib/stages.ts';
import { checkSandbox, checkSender } from './check-mail.ts';

const ses = mockClient(SESv2Client);
beforeEach(() => ses.reset());

const account = { ProductionAccessEnabled: true, SendingEnabled: true, EnforcementStatus: 'HEALTHY' };
test.each([
  ['out of the sandbox', {}, 'ok', /emails per day/],
  ['in the sandbox', { ProductionAccessEnabled: false }, 'problem', /sandbox/],
  ['stopped', { SendingEnabled: false }, 'problem', /stopped sending/],
  ['shut down', { EnforcementStatus: 'SHUTDOWN' }, 'problem', /stopped sending.*SHUTDOWN/],
])('reports an account that is %s', async (_, changes, outcome, words) => {
  ses.on(GetAccountCommand).resolves({ ...account, ...changes });
  expect(await checkSandbox(new SESv2Client({}))).toMatchObject({
    outcome,
    says: expect.stringMatching(words),
  });
});

describe('checkSender', () => {
  const settings: StageSettings = { ...stages.local };
  const domain = { name: 'www.lorewright.example', zoneName: 'lorewright.example', hostedZoneId: 'Z1' };
  const check = (changes: Partial<StageSettings> = {}) =>
    checkSender(new SESv2Client({}), { ...settings, ...changes });
  const verified = { VerifiedForSendingStatus: true };

  test('checks the address if the stage has no domain', async () => {
    ses.on(GetEmailIdentityCommand, { EmailIdentity: settings.senderAddress }).resolves(verified);
    expect(await check()).toMatchObject({ outcome: 'ok' });
  });

  test('checks the domain after the @ if the stage has a domain', async () => {
    ses
      .on(GetEmailIdentityCommand, { EmailIdentity: 'mail.lorewright.example' })
      .resolves({ ...verified, DkimAttributes: { Status: 'SUCCESS' } });
    expect(await check({ domain, senderAddress: 'hello@mail.lorewright.example' })).toMatchObject({
      outcome: 'ok',
    });
  });

  test('advises to open the link', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: false });
    expect(await check()).toMatchObject({
      outcome: 'problem',
      advice: expect.stringContaining(`sent to ${settings.senderAddress}`),
    });
    expect(await check({ domain })).toMatchObject({
      outcome: 'problem',
      advice: expect.stringContaining('hosted zone'),
    });
  });

  test('reports unsigned emails', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ ...verified, DkimAttributes: { Status: 'PENDING' } });
    expect(await check({ domain })).toMatchObject({
      outcome: 'problem',
      says: expect.stringContaining('not signed (DKIM: PENDING)'),
    });
  });

  test('reports a sender that is missing in SES', async () => {
    ses.on(GetEmailIdentityCommand).rejects(Object.assign(new Error('No.'), { name: 'NotFoundException' }));
    expect(await check()).toMatchObject({
      outcome: 'problem',
      says: expect.stringContaining('has no identity'),
    });
  });
});
