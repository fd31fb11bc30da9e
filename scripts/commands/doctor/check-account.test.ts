import { CloudFormationClient, DescribeStacksCommand } from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { stages } from '../../../lib/stages.ts';
import { checkBootstrap, checkConcurrency, checkCredentials, checkSettings } from './check-account.ts';
import { checkStack } from './check-stack.ts';

/** The settings of an owner. */
const contact = vi.hoisted(() => ({ contactEmail: 'hello@lorewright.example' }));
vi.mock('../../../content/contact.ts', () => contact);

const sts = mockClient(STSClient);
const cloudFormation = mockClient(CloudFormationClient);
const lambda = mockClient(LambdaClient);
beforeEach(() => {
  sts.reset();
  cloudFormation.reset();
  lambda.reset();
});

const named = (name: string, message = 'No.') => Object.assign(new Error(message), { name });

describe('the settings', () => {
  const own = {
    ...stages.local,
    senderAddress: 'hello@lorewright.app',
    teamAddress: 'team@lorewright.app',
    alarmAddress: 'alarm@lorewright.app',
    seller: { name: 'Lorewright GmbH', address: ['Kaiserstraße 1', '10115 Berlin'] },
  };

  test('are accepted without examples', async () => {
    const domain = { name: 'lorewright.app', hostedZoneId: 'Z1' };
    expect(await checkSettings('dev', { ...own, domain })).toMatchObject({ outcome: 'ok' });
  });

  test.each([
    [{ teamAddress: 'team@lorewright.example' }, 'teamAddress (team@lorewright.example)'],
    [{ seller: stages.prod.seller }, 'seller (1 Example Street, Example City)'],
    [{ alarmAddress: 'alarm@example.com' }, 'alarmAddress (alarm@example.com)'],
    [{ domain: { name: 'www.lorewright.example', hostedZoneId: 'Z1' } }, 'domain (www.lorewright.example)'],
  ])('reports %j as an example', async (changes, words) => {
    const finding = await checkSettings('dev', { ...own, ...changes });
    expect(finding).toMatchObject({
      outcome: 'problem',
      says: expect.stringContaining(words),
      advice: 'Set your own in lib/stages.ts.',
    });
  });

  test('must not contain the example address on prod', async () => {
    const check = () => checkSettings('prod', own);
    expect(await check()).toEqual({
      outcome: 'problem',
      says: 'still contain examples: contactEmail (hello@lorewright.example)',
      advice: 'Set your own in content/contact.ts and the legal texts (docs/deploy.md, Settings).',
    });
    contact.contactEmail = 'hello@lorewright.app';
    expect(await check()).toMatchObject({ outcome: 'ok' });
  });
});

describe('credentials', () => {
  const check = () => checkCredentials(new STSClient({}));

  test('show the account and the user', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '123', Arn: 'arn:aws:iam::123:user/ann' });
    expect(await check()).toEqual({ outcome: 'ok', says: 'account 123, as arn:aws:iam::123:user/ann' });
  });

  test.each([
    [named('CredentialsProviderError'), 'there are none'],
    [named('ExpiredToken', 'The token has expired'), 'are refused: The token has expired'],
  ])('are a problem: %s', async (error, words) => {
    sts.on(GetCallerIdentityCommand).rejects(error);
    expect(await check()).toMatchObject({ outcome: 'problem', says: words });
  });
});

const answerStack = (stack: object) =>
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack as never] });

describe('bootstrapping', () => {
  const check = () => checkBootstrap(new CloudFormationClient({}));
  const ofVersion = (version: string) =>
    answerStack({ Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: version }] });

  test('is complete', async () => {
    ofVersion('28');
    expect(await check()).toEqual({ outcome: 'ok', says: 'version 28' });
    expect(cloudFormation.call(0).args[0].input).toEqual({ StackName: 'CDKToolkit' });
  });

  test.each(['5', ''])('of version "%s" is not enough', async (version) => {
    ofVersion(version);
    expect(await check()).toMatchObject({
      outcome: 'problem',
      advice: expect.stringContaining('cdk bootstrap'),
    });
  });

  test('is missing', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(named('ValidationError'));
    expect(await check()).toMatchObject({
      outcome: 'problem',
      advice: expect.stringContaining('cdk bootstrap'),
    });
  });
});

describe('the stack', () => {
  const check = () => checkStack(new CloudFormationClient({}), 'prod');

  test.each([
    ['UPDATE_COMPLETE', 'ok', /is deployed/],
    ['UPDATE_ROLLBACK_COMPLETE', 'warning', /rolled back after a failed deployment/],
    ['UPDATE_IN_PROGRESS', 'problem', /is being changed/],
    ['REVIEW_IN_PROGRESS', 'problem', /is not there/],
    ['DELETE_COMPLETE', 'problem', /is not there/],
    ['ROLLBACK_COMPLETE', 'problem', /cannot be used/],
    ['UPDATE_ROLLBACK_FAILED', 'problem', /cannot be used/],
  ])('that is %s is %s', async (status, outcome, words) => {
    answerStack({ StackStatus: status });
    expect(await check()).toMatchObject({ outcome, says: expect.stringMatching(words) });
  });

  test('whose creation failed has advice about its remains', async () => {
    answerStack({ StackStatus: 'ROLLBACK_COMPLETE' });
    expect(await check()).toMatchObject({
      advice: expect.stringMatching(/delete the stack there.*keeps the tables, buckets and user pool/),
    });
  });

  test('that was never deployed is missing', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(named('ValidationError'));
    expect(await check()).toMatchObject({ outcome: 'problem', advice: 'npm run deploy -- --stage prod' });
  });

  test('that may not be read is not reported as missing', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(named('AccessDenied'));
    await expect(check()).rejects.toThrow('No.');
  });
});

test.each([
  [1000, 'ok'],
  [10, 'warning'],
])('of %i functions at once, %s', async (concurrency, outcome) => {
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: concurrency } });
  expect(await checkConcurrency(new LambdaClient({}))).toMatchObject({ outcome });
});
