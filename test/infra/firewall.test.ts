import { describe, expect, test } from 'vitest';
import { operations } from '../../contract/operations/operations.ts';
import { type OperationName, routes } from '../../contract/operations/routes.ts';
import { allCollections } from '../../contract/records/article-collections.ts';
import { licenseKeysFile } from '../../contract/records/license-file-name.ts';
import { rateLimits } from '../../lambdas/domain/limits/rate-limits.ts';
import { publishedFiles } from '../../lambdas/domain/releases/published-files.ts';
import { operationsWithFreeText } from '../../lib/free-text.ts';
import { stages } from '../../lib/stages.ts';
import { securityTextPath } from '../../publishing/security/security-text.ts';
import { acceptableRequests } from '../acceptable-requests.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

// biome-ignore lint/suspicious/noExplicitAny: CloudFormation's shapes.
type Shape = any;

const site = await synthesize(stages.prod);
const aclOf = (scope: string) =>
  resourcesOf(site, 'AWS::WAFv2::WebACL').find(([, { Properties }]) => Properties.Scope === scope) as [
    string,
    Shape,
  ];
const [aclId, { Properties: acl }] = aclOf('CLOUDFRONT');
const rules: Shape[] = acl.Rules.toSorted((a: Shape, b: Shape) => a.Priority - b.Priority);
const commonRules = rules.find(({ Name }) => Name === 'AWSManagedRulesCommonRuleSet');

/** A request to the firewall: its path, and which of the common rules it would break. */
interface SimulatedRequest {
  path: string;
  breaks?: string[];
}

/** The label that each rule adds to a request: https://docs.aws.amazon.com/waf/latest/developerguide/aws-managed-rule-groups-baseline.html */
const labels: Record<string, string> = {
  NoUserAgent_HEADER: 'awswaf:managed:aws:core-rule-set:NoUserAgent_Header',
  SizeRestrictions_BODY: 'awswaf:managed:aws:core-rule-set:SizeRestrictions_Body',
  CrossSiteScripting_BODY: 'awswaf:managed:aws:core-rule-set:CrossSiteScripting_Body',
  GenericLFI_BODY: 'awswaf:managed:aws:core-rule-set:GenericLFI_Body',
  GenericRFI_BODY: 'awswaf:managed:aws:core-rule-set:GenericRFI_Body',
  EC2MetaDataSSRF_BODY: 'awswaf:managed:aws:core-rule-set:EC2MetaDataSSRF_Body',
};
const counted: string[] = commonRules.Statement.ManagedRuleGroupStatement.RuleActionOverrides.flatMap(
  ({ Name, ActionToUse }: Shape) => (ActionToUse.Count ? Name : []),
);
const bodyRules = counted.filter((rule) => rule !== 'NoUserAgent_HEADER');

/**
 * The rule that blocks a request below the rate limits. This assumes that the managed rules behave
 * as AWS documents them.
 */
function refusedBy({ path, breaks = [] }: SimulatedRequest): string | undefined {
  if (breaks.some((rule) => !counted.includes(rule))) return commonRules.Name;
  const left = breaks.map((rule) => labels[rule]);
  const matches = (statement: Shape): boolean => {
    const [[kind, inner] = ['', {} as Shape]] = Object.entries<Shape>(statement);
    if (kind === 'AndStatement') return inner.Statements.every(matches);
    if (kind === 'OrStatement') return inner.Statements.some(matches);
    if (kind === 'NotStatement') return !matches(inner.Statement);
    if (kind === 'LabelMatchStatement') return left.includes(inner.Key);
    if (kind === 'ByteMatchStatement')
      return inner.PositionalConstraint === 'STARTS_WITH' && path.startsWith(inner.SearchString);
    if (kind === 'RegexMatchStatement') {
      // https://docs.aws.amazon.com/waf/latest/developerguide/limits.html
      expect(inner.RegexString.length).toBeLessThanOrEqual(200);
      return new RegExp(inner.RegexString).test(path);
    }
    return false;
  };
  return rules.find(({ Action, Statement }) => Action?.Block && matches(Statement))?.Name;
}

test('is in front of the distribution, and accepts what no rule blocks', () => {
  expect([acl.Scope, acl.DefaultAction]).toEqual(['CLOUDFRONT', { Allow: {} }]);
  const [distribution] = resourcesOf(site, 'AWS::CloudFront::Distribution');
  expect(distribution?.[1].Properties.DistributionConfig.WebACLId).toEqual({ 'Fn::GetAtt': [aclId, 'Arn'] });
  expect(refusedBy({ path: '/' })).toBeUndefined();
});

test('uses AWS’s managed rules with as few changes as possible', () => {
  const managed = rules.flatMap(({ Statement, OverrideAction }) =>
    Statement.ManagedRuleGroupStatement ? [{ ...Statement.ManagedRuleGroupStatement, OverrideAction }] : [],
  );
  expect(managed.map(({ Name, OverrideAction }) => [Name, OverrideAction])).toEqual([
    ['AWSManagedRulesAmazonIpReputationList', { None: {} }],
    ['AWSManagedRulesKnownBadInputsRuleSet', { None: {} }],
    ['AWSManagedRulesCommonRuleSet', { None: {} }],
  ]);
  expect(managed.map(({ RuleActionOverrides: changes = [] }) => changes.length)).toEqual([
    0,
    0,
    counted.length,
  ]);
  expect(counted.toSorted()).toEqual(Object.keys(labels).sort());
});

describe('the body of a request from people or Stripe', () => {
  test.each([
    '/api/feedback',
    '/api/contact',
    '/api/withdraw',
    '/api/redeem',
    '/api/recoverAccount',
    '/api/updateMe',
    '/api/stripeWebhook',
    '/api/deskAnswerFeedback',
  ])('may be long and have any content at %s', (path) => {
    expect(refusedBy({ path, breaks: bodyRules })).toBeUndefined();
  });

  // An operation that does not accept this text in any field needs no exemption.
  const honest = 'Is <script> safe? See ../../etc/passwd';
  const valid = acceptableRequests('https://site.test');
  const withHonestText = (Object.keys(valid) as OperationName[]).filter((name) =>
    Object.keys(valid[name] ?? {}).some(
      (field) => operations[name].request.safeParse({ ...valid[name], [field]: honest }).success,
    ),
  );

  test.each(withHonestText)('may be a text about attacks if %s accepts it', (name) => {
    expect(refusedBy({ path: routes[name].path, breaks: bodyRules })).toBeUndefined();
  });

  test('is known to be free at the desk, too', () => {
    expect(withHonestText).toEqual(
      expect.arrayContaining(['withdraw', 'redeem', 'deskNote', 'deskRefund', 'deskCreateCodes', 'deskFind']),
    );
    expect(operationsWithFreeText).not.toContain('checkout');
  });

  describe.each(['/api/checkout', '/api/me', '/api/download', '/api/feedback/', '/', '/contact'])(
    'to %s',
    (path) => {
      test.each(bodyRules)('is blocked by %s', (rule) => {
        expect(refusedBy({ path, breaks: [rule] })).toBe('Body');
      });
    },
  );

  test('is still blocked by rules about the rest of the request', () => {
    const breaks = ['SizeRestrictions_BODY', 'CrossSiteScripting_QUERYARGUMENTS'];
    expect(refusedBy({ path: '/api/feedback', breaks })).toBe('AWSManagedRulesCommonRuleSet');
  });
});

const filesForPrograms = [
  ...Object.keys(publishedFiles({ releases: {} }, 'https://site.test')),
  ...allCollections.flatMap(({ name, sitemap }) => [`${name}.atom`, `${name}.rss`, sitemap]),
  securityTextPath,
  licenseKeysFile,
  ...['changelog.atom', 'changelog.md', 'robots.txt', 'sitemap.xml'],
];

test.each([
  ...filesForPrograms.map((file) => `/${file}`),
  '/api/updateFile/1.2.0/win-x64/App.exe',
  '/releases/1.2.0/win-x64/App.exe',
  '/api/oneClickUnsubscribe',
  '/api/stripeWebhook',
])('accepts a request for %s without a user agent', (path) => {
  expect(refusedBy({ path, breaks: ['NoUserAgent_HEADER'] })).toBeUndefined();
});

test.each(['/', '/blog', '/api/unsubscribe', '/api/me', '/assets/site.js', '/blog/an.atom/x'])(
  'blocks a request for %s without a user agent',
  (path) => {
    expect(refusedBy({ path, breaks: ['NoUserAgent_HEADER'] })).toBe('NoUserAgent');
  },
);

test('answers 429 above a rate, which is lower for the API and answered there in its error format', () => {
  const rates = rules.filter(({ Statement }) => Statement.RateBasedStatement);
  expect(
    rates.map(({ Statement: { RateBasedStatement: rate }, Action: { Block: block } }) => ({
      limit: rate.Limit,
      of: rate.ScopeDownStatement?.ByteMatchStatement.SearchString,
      by: rate.AggregateKeyType,
      seconds: rate.EvaluationWindowSec,
      status: block.CustomResponse.ResponseCode,
      body: acl.CustomResponseBodies[block.CustomResponse.CustomResponseBodyKey].ContentType,
    })),
  ).toEqual([
    { limit: 2000, of: '/api/', by: 'IP', seconds: 300, status: 429, body: 'APPLICATION_JSON' },
    { limit: 6000, of: undefined, by: 'IP', seconds: 300, status: 429, body: 'TEXT_HTML' },
  ]);
  expect(JSON.parse(acl.CustomResponseBodies.tooOften.Content)).toMatchObject({
    error: { status: 'resource-exhausted' },
  });
});

describe('the firewall of the user pool', () => {
  const [poolAclId, { Properties: poolAcl }] = aclOf('REGIONAL');
  const target = (operation: string) => `AWSCognitoIdentityProviderService.${operation}`;
  const headersOf = (operation: string): Record<string, string>[] => [
    { 'x-amzn-cognito-operation-name': operation },
    { 'x-amz-target': target(operation) },
    { 'x-amz-target': target(operation).toLowerCase() },
    { 'x-amz-target': `awscognitoIDENTITYproviderservice.${operation.toUpperCase()}` },
    { 'x-amz-target': ` \t${target(operation)} ` },
    // A repeated header, joined as described in RFC 9110.
    { 'x-amz-target': `${target('GetUser')}, ${target(operation)}` },
    { 'x-amz-target': `${target(operation)},${target('GetUser')}` },
    { 'x-amzn-cognito-operation-name': 'GetUser', 'x-amz-target': target(operation) },
    { 'x-amzn-cognito-operation-name': operation, 'x-amz-target': target('GetUser') },
  ];
  /** Whether a statement, or the scope-down statement of a rate, matches the headers. */
  const matches = (statement: Shape, headers: Record<string, string>): boolean =>
    statement.OrStatement.Statements.some(({ RegexMatchStatement: match }: Shape) => {
      expect(match.TextTransformations).toEqual([{ Priority: 0, Type: 'LOWERCASE' }]);
      // AWS WAF refuses capturing groups.
      expect(match.RegexString).not.toMatch(/\((?!\?:)/);
      const value = headers[match.FieldToMatch.SingleHeader.Name];
      return value !== undefined && new RegExp(match.RegexString).test(value.toLowerCase());
    });
  const rule = (name: string): Shape => poolAcl.Rules.find(({ Name }: Shape) => Name === name);

  test('is in front of the user pool, and accepts what no rule blocks', () => {
    const [[poolId]] = resourcesOf(site, 'AWS::Cognito::UserPool') as [[string, unknown]];
    const associations = resourcesOf(site, 'AWS::WAFv2::WebACLAssociation');
    expect(associations.map(([, { Properties }]) => Properties)).toEqual([
      { ResourceArn: { 'Fn::GetAtt': [poolId, 'Arn'] }, WebACLArn: { 'Fn::GetAtt': [poolAclId, 'Arn'] } },
    ]);
    expect(poolAcl.DefaultAction).toEqual({ Allow: {} });
  });

  test.each(headersOf('DeleteUser'))('blocks DeleteUser: %j', (headers) => {
    expect(rule('DeleteUser').Action).toEqual({ Block: {} });
    expect(matches(rule('DeleteUser').Statement, headers)).toBe(true);
  });

  test.each(['InitiateAuth', 'GetUser', 'DeleteUserAttributes', 'AdminDeleteUser', 'SignUp'])(
    'does not block %s',
    (operation) => {
      for (const headers of headersOf(operation))
        expect(matches(rule('DeleteUser').Statement, headers)).toBe(false);
    },
  );

  test.each([
    ['RateOfCodes', ['ConfirmSignUp', 'ConfirmForgotPassword', 'VerifyUserAttribute'], 100],
    ['RateOfSignIns', ['RespondToAuthChallenge'], 400],
    // An InitiateAuth can contain a password, too.
    ['RateOfSignInStarts', ['InitiateAuth'], 400],
  ])('blocks an address whose rate is above that of a school: %s', (name, operations, limit) => {
    const { Action, Statement } = rule(name);
    const { ScopeDownStatement, ...rate } = Statement.RateBasedStatement;
    expect(Action).toEqual({ Block: {} });
    expect(rate).toEqual({ Limit: limit, AggregateKeyType: 'IP', EvaluationWindowSec: 300 });
    for (const headers of operations.flatMap(headersOf))
      expect(matches(ScopeDownStatement, headers)).toBe(true);
    for (const headers of ['GetUser', 'AdminInitiateAuth', 'RevokeToken'].flatMap(headersOf))
      expect(matches(ScopeDownStatement, headers)).toBe(false);
  });

  test.each([
    'SignUp',
    'ResendConfirmationCode',
    'ForgotPassword',
    'UpdateUserAttributes',
    'GetUserAttributeVerificationCode',
  ])('limits the rate of %s by address', (operation) => {
    const { Action, Statement } = rule('RateOfMails');
    const { ScopeDownStatement, ...rate } = Statement.RateBasedStatement;
    expect(Action).toEqual({ Block: {} });
    expect(rate).toEqual({ Limit: 20, AggregateKeyType: 'IP', EvaluationWindowSec: 300 });
    // One address alone cannot use up the emails of the whole site.
    const { signUpMailOfSite, resetMailOfSite, newAddressMailOfSite } = rateLimits;
    for (const { calls } of [signUpMailOfSite, resetMailOfSite, newAddressMailOfSite])
      expect(rate.Limit * 12).toBeLessThan(calls / 2);
    for (const headers of headersOf(operation)) expect(matches(ScopeDownStatement, headers)).toBe(true);
    for (const headers of headersOf('InitiateAuth')) expect(matches(ScopeDownStatement, headers)).toBe(false);
  });

  test('only counts the rate of all requests of an address', () => {
    expect(rule('Rate')).toMatchObject({
      Action: { Count: {} },
      Statement: { RateBasedStatement: { AggregateKeyType: 'IP', EvaluationWindowSec: 300 } },
    });
  });
});
