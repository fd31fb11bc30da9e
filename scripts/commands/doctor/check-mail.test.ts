import {
  GetAccountCommand,
  type GetAccountCommandOutput,
  GetEmailIdentityCommand,
  SESv2Client,
} from '@aws-sdk/client-sesv2';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import type { StageSettings } from '../../../lib/stage-settings.ts';
import { stages } from '../../../lib/stages.ts';
import { checkNewSender, checkSandbox, checkSender } from './check-mail.ts';
import type { Finding } from './finding.ts';
import { finding } from './test-finding.ts';

const ses = mockClient(SESv2Client);
beforeEach(() => ses.reset());

const sandbox = () => checkSandbox(new SESv2Client({}), 'https://lorewright.example');
const account = { ProductionAccessEnabled: true, SendingEnabled: true, EnforcementStatus: 'HEALTHY' };
test.each<[string, object, Finding['outcome'], RegExp]>([
  ['out of the sandbox', {}, 'ok', /emails per day/],
  ['in the sandbox', { ProductionAccessEnabled: false }, 'problem', /sends to nobody else/],
  [
    'in review',
    { ProductionAccessEnabled: false, Details: { ReviewDetails: { Status: 'PENDING', CaseId: '1' } } },
    'problem',
    /AWS reviews the request/,
  ],
  [
    'refused',
    { ProductionAccessEnabled: false, Details: { ReviewDetails: { Status: 'DENIED', CaseId: '1' } } },
    'problem',
    /AWS refused the request/,
  ],
  ['stopped', { SendingEnabled: false }, 'problem', /stopped sending/],
  ['shut down', { EnforcementStatus: 'SHUTDOWN' }, 'problem', /stopped sending.*SHUTDOWN/],
])('reports an account that is %s', async (_, changes, outcome, words) => {
  ses.on(GetAccountCommand).resolves({ ...account, ...changes } as GetAccountCommandOutput);
  expect(await sandbox()).toMatchObject(finding(outcome, words));
});

test('advises to request production access for the address of the site', async () => {
  ses.on(GetAccountCommand).resolves({ ...account, ProductionAccessEnabled: false });
  expect(await sandbox()).toMatchObject({
    advice: expect.stringContaining('--website-url https://lorewright.example '),
  });
});

test('advises to answer in the case after a refusal', async () => {
  const Details = { ReviewDetails: { Status: 'DENIED' as const, CaseId: '1234' } };
  ses.on(GetAccountCommand).resolves({ ...account, ProductionAccessEnabled: false, Details });
  expect(await sandbox()).toMatchObject({ advice: expect.stringContaining('Answer in case 1234') });
});

const settings: StageSettings = { ...stages.local };

describe('checkNewSender', () => {
  const { senderAddress } = settings;
  const ours = { type: 'AWS::SES::EmailIdentity', logicalId: 'MailSender', physicalId: senderAddress };
  const check = (...resources: (typeof ours)[]) => checkNewSender(new SESv2Client({}), settings, resources);

  test('accepts an identity that SES does not have', async () => {
    ses.on(GetEmailIdentityCommand).rejects(Object.assign(new Error('No.'), { name: 'NotFoundException' }));
    expect(await check()).toMatchObject(finding('ok', 'is free'));
  });

  test('accepts the identity of the stack', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ VerifiedForSendingStatus: true });
    expect(await check(ours)).toMatchObject({ outcome: 'ok' });
  });

  test.each([
    ['the stack is missing', []],
    ['the stack has another identity', [{ ...ours, physicalId: 'old@lorewright.example' }]],
  ])('reports an identity of SES if %s', async (_, resources) => {
    ses
      .on(GetEmailIdentityCommand, { EmailIdentity: senderAddress })
      .resolves({ VerifiedForSendingStatus: true });
    expect(await check(...resources)).toMatchObject(
      finding('problem', `has the identity ${senderAddress} already`),
    );
  });
});

describe('checkSender', () => {
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
    expect(await check()).toMatchObject(finding('problem', '', `sent to ${settings.senderAddress}`));
    expect(await check({ domain })).toMatchObject(finding('problem', '', 'hosted zone'));
  });

  test('reports unsigned emails', async () => {
    ses.on(GetEmailIdentityCommand).resolves({ ...verified, DkimAttributes: { Status: 'PENDING' } });
    expect(await check({ domain })).toMatchObject(finding('problem', 'not signed (DKIM: PENDING)'));
  });

  test('reports a sender that is missing in SES', async () => {
    ses.on(GetEmailIdentityCommand).rejects(Object.assign(new Error('No.'), { name: 'NotFoundException' }));
    expect(await check()).toMatchObject(finding('problem', 'has no identity'));
  });
});
