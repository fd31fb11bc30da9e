import {
  CloudFormationClient,
  DescribeStacksCommand,
  type StackStatus,
} from '@aws-sdk/client-cloudformation';
import { GetAccountSettingsCommand, LambdaClient } from '@aws-sdk/client-lambda';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, describe, expect, test } from 'vitest';
import { checkBootstrap, checkConcurrency, checkCredentials } from './check-account.ts';
import { checkFormerStacks, checkRemains, checkStacks } from './check-stacks.ts';
import type { Finding } from './finding.ts';
import { finding } from './test-finding.ts';

const sts = mockClient(STSClient);
const cloudFormation = mockClient(CloudFormationClient);
const lambda = mockClient(LambdaClient);
beforeEach(() => {
  sts.reset();
  cloudFormation.reset();
  lambda.reset();
});

const named = (name: string, message = 'No.') => Object.assign(new Error(message), { name });

describe('checkCredentials', () => {
  const check = () => checkCredentials(new STSClient({}));

  test('reports the account and the user', async () => {
    sts.on(GetCallerIdentityCommand).resolves({ Account: '123', Arn: 'arn:aws:iam::123:user/ann' });
    expect(await check()).toEqual({ outcome: 'ok', says: 'account 123, as arn:aws:iam::123:user/ann' });
  });

  test.each([
    [named('CredentialsProviderError'), 'there are none'],
    [named('ExpiredToken', 'The token has expired'), 'are refused: The token has expired'],
  ])('reports a problem: %s', async (error, words) => {
    sts.on(GetCallerIdentityCommand).rejects(error);
    expect(await check()).toMatchObject({ outcome: 'problem', says: words });
  });
});

const answerStack = (stack: object) =>
  cloudFormation.on(DescribeStacksCommand).resolves({ Stacks: [stack as never] });

describe('checkBootstrap', () => {
  const check = () => checkBootstrap(new CloudFormationClient({}));
  const ofVersion = (version: string) =>
    answerStack({ Outputs: [{ OutputKey: 'BootstrapVersion', OutputValue: version }] });

  test('accepts the current version', async () => {
    ofVersion('28');
    expect(await check()).toEqual({ outcome: 'ok', says: 'version 28' });
    expect(cloudFormation.call(0).args[0].input).toEqual({ StackName: 'CDKToolkit' });
  });

  test.each(['5', ''])('rejects version "%s"', async (version) => {
    ofVersion(version);
    expect(await check()).toMatchObject(finding('problem', '', 'cdk bootstrap'));
  });

  test('reports a missing stack', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(named('ValidationError'));
    expect(await check()).toMatchObject(finding('problem', '', 'cdk bootstrap'));
  });
});

describe('checkStacks', () => {
  const check = () => checkStacks(new CloudFormationClient({}), 'prod');

  test.each<[StackStatus, Finding['outcome'], RegExp]>([
    ['UPDATE_COMPLETE', 'ok', /^5 stacks of lorewright-prod are deployed$/],
    ['UPDATE_ROLLBACK_COMPLETE', 'warning', /was rolled back/],
    ['UPDATE_IN_PROGRESS', 'problem', /is being changed/],
    ['REVIEW_IN_PROGRESS', 'problem', /does not exist/],
    ['DELETE_COMPLETE', 'problem', /does not exist/],
    ['ROLLBACK_COMPLETE', 'problem', /cannot be used/],
    ['UPDATE_ROLLBACK_FAILED', 'problem', /cannot be used/],
  ])('reports for stacks in state %s the outcome %s', async (status, outcome, words) => {
    answerStack({ StackStatus: status });
    expect(await check()).toMatchObject(finding(outcome, words));
  });

  test('advises to deploy again after a failed creation', async () => {
    answerStack({ StackStatus: 'ROLLBACK_COMPLETE' });
    expect(await check()).toMatchObject({
      advice: expect.stringMatching(/npm run deploy -- --stage prod\. It replaces the stack\.$/),
    });
  });

  test.each<[StackStatus, StackStatus, Finding['outcome'], RegExp]>([
    ['UPDATE_ROLLBACK_COMPLETE', 'CREATE_FAILED', 'problem', /^lorewright-prod-events cannot be used/],
    ['UPDATE_ROLLBACK_COMPLETE', 'UPDATE_COMPLETE', 'warning', /^lorewright-prod-data was rolled back/],
  ])('reports for stacks in the states %s and %s a %s', async (ofData, ofEvents, outcome, words) => {
    answerStack({ StackStatus: 'UPDATE_COMPLETE' });
    for (const [part, status] of [
      ['data', ofData],
      ['events', ofEvents],
    ])
      cloudFormation
        .on(DescribeStacksCommand, { StackName: `lorewright-prod-${part}` })
        .resolves({ Stacks: [{ StackStatus: status } as never] });
    expect(await check()).toMatchObject(finding(outcome, words));
  });

  test('reports a stage that was never deployed', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(named('ValidationError'));
    expect(await check()).toMatchObject({ outcome: 'problem', advice: 'npm run deploy -- --stage prod' });
  });

  test('does not report a stack as missing if it may not be read', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(named('AccessDenied'));
    await expect(check()).rejects.toThrow('No.');
  });
});

describe('checkFormerStacks', () => {
  const check = () => checkFormerStacks(new CloudFormationClient({}), 'prod');
  const exists = (part: string) =>
    cloudFormation
      .on(DescribeStacksCommand, { StackName: `lorewright-prod-${part}` })
      .resolves({ Stacks: [{ StackStatus: 'UPDATE_COMPLETE' } as never] });

  beforeEach(() => {
    cloudFormation.on(DescribeStacksCommand).rejects(named('ValidationError'));
  });

  test('passes without stacks of an earlier version', async () => {
    expect(await check()).toMatchObject({ outcome: 'ok' });
  });

  test.each([
    [['api', 'desk'], 'lorewright-prod-api and lorewright-prod-desk moved into lorewright-prod-events'],
    [['desk'], 'the routes of lorewright-prod-desk moved'],
  ])('refuses a deployment while %j exist', async (parts, words) => {
    for (const part of parts) exists(part);
    expect(await check()).toMatchObject(finding('problem', words));
  });
});

describe('checkRemains', () => {
  const check = (keepsData = true) => checkRemains(new CloudFormationClient({}), 'prod', keepsData);

  test.each(['CREATE_FAILED', 'ROLLBACK_COMPLETE', 'ROLLBACK_FAILED'])(
    'advises to clean up if the data stack is in the state %s',
    async (status) => {
      answerStack({ StackStatus: status });
      expect(await check()).toMatchObject(
        finding('problem', 'the creation of lorewright-prod-data failed', 'npm run clean-up -- --stage prod'),
      );
      expect(cloudFormation.call(0).args[0].input).toEqual({ StackName: 'lorewright-prod-data' });
    },
  );

  test.each(['CREATE_COMPLETE', 'UPDATE_ROLLBACK_COMPLETE', 'UPDATE_ROLLBACK_FAILED'])(
    'accepts a data stack in the state %s',
    async (status) => {
      answerStack({ StackStatus: status });
      expect(await check()).toMatchObject({ outcome: 'ok' });
    },
  );

  test('accepts an account without the stack', async () => {
    cloudFormation.on(DescribeStacksCommand).rejects(named('ValidationError'));
    expect(await check()).toMatchObject({ outcome: 'ok' });
  });

  test('skips a stage whose deployment deletes failed stacks itself', async () => {
    answerStack({ StackStatus: 'ROLLBACK_COMPLETE' });
    expect(await check(false)).toMatchObject({ outcome: 'skipped' });
  });
});

test.each([
  [1000, 'ok'],
  [10, 'warning'],
])('reports for %i concurrent functions: %s', async (concurrency, outcome) => {
  lambda.on(GetAccountSettingsCommand).resolves({ AccountLimit: { ConcurrentExecutions: concurrency } });
  expect(await checkConcurrency(new LambdaClient({}))).toMatchObject({ outcome });
});
