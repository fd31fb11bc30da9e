import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { CiRoles } from '../../lib/ci-roles.ts';
import { region } from '../../lib/stages.ts';
import { resourcesOf, synthesizeStack } from './synthesize.ts';

const account = '123456789012';
const synthesize = (providerArn?: string) =>
  synthesizeStack(
    (app) =>
      new CiRoles(app, 'ci', {
        repository: 'owner/name',
        siteName: 'lorewright-prod',
        providerArn,
        environment: 'prod',
        env: { account, region },
      }),
  );
const template = synthesize();
const roles = Object.fromEntries(
  resourcesOf(template, 'AWS::IAM::Role').map(([id, { Properties }]) => [id.slice(0, -8), Properties]),
);

test.each([
  ['DeployRole', 'repo:owner/name:environment:prod'],
  ['DiffRole', 'repo:owner/name:pull_request'],
])('lets %s be assumed only by %s', (name, subject) => {
  expect(roles[name].AssumeRolePolicyDocument.Statement).toEqual([
    {
      Action: 'sts:AssumeRoleWithWebIdentity',
      Effect: 'Allow',
      Principal: { Federated: expect.anything() },
      Condition: {
        StringEquals: {
          'token.actions.githubusercontent.com:aud': 'sts.amazonaws.com',
          'token.actions.githubusercontent.com:sub': subject,
        },
      },
    },
  ]);
});

test('trusts GitHub’s tokens, and stores no access key', () => {
  template.hasResourceProperties('AWS::IAM::OIDCProvider', {
    Url: 'https://token.actions.githubusercontent.com',
    ClientIdList: ['sts.amazonaws.com'],
  });
  expect(resourcesOf(template, 'AWS::IAM::AccessKey')).toEqual([]);
});

test('uses an existing OIDC provider of the account', () => {
  const arn = `arn:aws:iam::${account}:oidc-provider/token.actions.githubusercontent.com`;
  const trusting = synthesize(arn);
  expect(resourcesOf(trusting, 'AWS::IAM::OIDCProvider')).toEqual([]);
  for (const [, { Properties }] of resourcesOf(trusting, 'AWS::IAM::Role'))
    expect(Properties.AssumeRolePolicyDocument.Statement[0].Principal).toEqual({ Federated: arn });
});

test('grants exactly these permissions', () => {
  expect(Object.keys(roles)).toEqual(['DeployRole', 'DiffRole']);
  const permissions = resourcesOf(template, 'AWS::IAM::Policy').map(([, { Properties }]) => [
    Properties.Roles.map(({ Ref }: { Ref: string }) => Ref.slice(0, -8)),
    Properties.PolicyDocument.Statement.map(
      ({ Action, Resource }: { Action: unknown; Resource: unknown }) => ({
        actions: [Action].flat(),
        resources: [Resource]
          .flat()
          .map((resource) => JSON.stringify(resource).match(/(stack|role|hostedzone|identity)\/[^"]+/)?.[0]),
      }),
    ),
  ]);
  const cdkRole = (name: string) => `role/cdk-hnb659fds-${name}-role-${account}-${region}`;
  const siteStacks = ['data', 'delivery', 'events', 'monitoring', 'publishing'].map(
    (part) => `stack/lorewright-prod-${part}/*`,
  );
  expect(permissions).toEqual([
    [
      ['DeployRole'],
      [
        { actions: ['sts:AssumeRole'], resources: ['deploy', 'file-publishing', 'lookup'].map(cdkRole) },
        {
          actions: ['cloudformation:DescribeStacks', 'cloudformation:ListStackResources'],
          resources: ['stack/CDKToolkit/*', ...siteStacks],
        },
        { actions: ['ses:GetEmailIdentity'], resources: ['identity/*'] },
        {
          actions: ['route53:GetHostedZone', 'route53:ListResourceRecordSets'],
          resources: ['hostedzone/*'],
        },
      ],
    ],
    [
      ['DiffRole'],
      [
        {
          actions: ['cloudformation:DescribeStacks', 'cloudformation:GetTemplate'],
          resources: siteStacks,
        },
      ],
    ],
  ]);
  for (const role of Object.values(roles)) expect(role).not.toHaveProperty('ManagedPolicyArns');
});

const repository = ['repository', 'owner/name'];
test.each([
  ['for the repository', [], '--context repository=<owner>/<name>'],
  [
    'for an OIDC provider of GitHub',
    [repository, ['provider', `arn:aws:iam::${account}:role/x`]],
    '--context provider=arn:aws:iam::<account>:oidc-provider/',
  ],
])('asks %s', (_, context, message) => {
  const { status, stderr } = spawnSync(process.execPath, ['bin/ci.ts'], {
    env: { CDK_CONTEXT_JSON: JSON.stringify(Object.fromEntries(context)) },
    encoding: 'utf8',
  });
  expect(stderr).toContain(message);
  expect(status).toBe(1);
});
