import type { UserPool } from 'aws-cdk-lib/aws-cognito';
import { CfnWebACL, CfnWebACLAssociation } from 'aws-cdk-lib/aws-wafv2';
import { Construct } from 'constructs';
import { either, rateOf, regexMatch, type Statement, visibility } from './firewall-rules.ts';

/**
 * Requests per IP address within five minutes. A school may share one: when 100 people sign in at
 * once, they send an InitiateAuth and a RespondToAuthChallenge for each password, some of them twice,
 * and an InitiateAuth for each page that renews its tokens. Somebody who tries one password on many
 * accounts gets 80 tries a minute: each needs an InitiateAuth, which can also contain the password if
 * the flow is `USER_AUTH`.
 */
const limits = { mails: 20, codes: 100, signIns: 400, everything: 2000 };

/** Public operations that make us send an email. */
const mailing = [
  'SignUp',
  'ResendConfirmationCode',
  'ForgotPassword',
  'UpdateUserAttributes',
  'GetUserAttributeVerificationCode',
];

/** Public operations that accept a code of six digits from an email. */
const confirming = ['ConfirmSignUp', 'ConfirmForgotPassword', 'VerifyUserAttribute'];

/** The name of the firewall's metrics. */
export const userPoolFirewallMetric = (siteName: string) => `${siteName}-user-pool`;

/**
 * The firewall of the user pool. It sees the public operations of Cognito and the caller's IP
 * address, but no email addresses or passwords. Our own functions use administrator operations,
 * which bypass it.
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-waf.html
 */
export class UserPoolFirewall extends Construct {
  constructor(
    scope: Construct,
    id: string,
    { siteName, userPool }: { siteName: string; userPool: UserPool },
  ) {
    super(scope, id);
    const rules: Omit<CfnWebACL.RuleProperty, 'priority' | 'visibilityConfig'>[] = [
      // An access token alone would delete the account and leave its data and license behind.
      { name: 'DeleteUser', statement: operationIs('DeleteUser'), action: { block: {} } },
      {
        name: 'RateOfMails',
        statement: rateOf(limits.mails, operationIs(...mailing)),
        action: { block: {} },
      },
      {
        name: 'RateOfCodes',
        statement: rateOf(limits.codes, operationIs(...confirming)),
        action: { block: {} },
      },
      {
        name: 'RateOfSignIns',
        statement: rateOf(limits.signIns, operationIs('RespondToAuthChallenge')),
        action: { block: {} },
      },
      {
        name: 'RateOfSignInStarts',
        statement: rateOf(limits.signIns, operationIs('InitiateAuth')),
        action: { block: {} },
      },
      // It only counts, because a limit that is too low would block every user behind one address.
      // docs/alarms.md says when to block.
      { name: 'Rate', statement: rateOf(limits.everything), action: { count: {} } },
    ];
    const acl = new CfnWebACL(this, 'Acl', {
      scope: 'REGIONAL',
      defaultAction: { allow: {} },
      visibilityConfig: visibility(userPoolFirewallMetric(siteName)),
      rules: rules.map((rule, priority) => ({ ...rule, priority, visibilityConfig: visibility(rule.name) })),
    });
    new CfnWebACLAssociation(this, 'Association', {
      resourceArn: userPool.userPoolArn,
      webAclArn: acl.attrArn,
    });
  }
}

/**
 * Two headers name the operation: one is set by Cognito, the other one by the caller. The rule finds
 * the name anywhere in a header, because a caller can add spaces or repeat the header with another
 * operation. AWS WAF does not support capturing groups.
 * @see https://docs.aws.amazon.com/waf/latest/developerguide/waf-rule-statement-type-regex-match.html
 */
const operationIs = (...operations: string[]): Statement =>
  either(
    ['x-amzn-cognito-operation-name', 'x-amz-target'].map((name) =>
      regexMatch({
        fieldToMatch: { singleHeader: { Name: name } },
        regexString: `(?:^|[^a-z])(?:${operations.join('|').toLowerCase()})(?:[^a-z]|$)`,
        textTransformations: [{ priority: 0, type: 'LOWERCASE' }],
      }),
    ),
  );
