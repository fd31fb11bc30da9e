import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  UserPool,
  type UserPoolClient,
  UserPoolEmail,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { passwordPolicy, signInDays } from '../contract/account-rules.ts';
import { brand } from '../contract/brand.ts';
import { groups } from '../contract/groups.ts';
import { LambdaFunction } from './lambda-function.ts';
import type { StageSettings } from './stages.ts';

type AdminAction = 'AdminAddUserToGroup' | 'AdminDeleteUser' | 'AdminGetUser';

/** Who may come in: the user pool, its groups, the triggers on it, and the web's way to it. */
export class Accounts extends Construct {
  readonly userPool: UserPool;
  readonly webClient: UserPoolClient;
  /** Writes the mails that carry a code. */
  readonly customMessage: LambdaFunction;
  /** Tells the bus of a new account. */
  readonly postConfirmation: LambdaFunction;

  constructor(scope: Construct, id: string, { senderAddress, senderIsVerified, keepsData }: StageSettings) {
    super(scope, id);
    // Cognito waits five seconds for a trigger, whatever its own timeout.
    this.customMessage = new LambdaFunction(this, 'customMessage', { timeoutSeconds: 5 });
    this.postConfirmation = new LambdaFunction(this, 'postConfirmation', { timeoutSeconds: 5 });

    this.userPool = new UserPool(this, 'UserPool', {
      featurePlan: FeaturePlan.ESSENTIALS,
      selfSignUpEnabled: true,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false, email: false },
      email: senderIsVerified
        ? UserPoolEmail.withSES({ fromEmail: senderAddress, fromName: brand })
        : UserPoolEmail.withCognito(),
      deletionProtection: keepsData,
      removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    this.userPool.addTrigger(UserPoolOperation.CUSTOM_MESSAGE, this.customMessage);
    this.userPool.addTrigger(UserPoolOperation.POST_CONFIRMATION, this.postConfirmation);
    // A policy of its own: the pool waits for its triggers and for what is in their roles, so that cannot wait for the pool.
    this.customMessage.role?.attachInlinePolicy(
      new Policy(this, 'ReadAccount', {
        statements: [
          new PolicyStatement({
            actions: ['cognito-idp:AdminGetUser'],
            resources: [this.userPool.userPoolArn],
          }),
        ],
      }),
    );
    for (const [precedence, groupName] of groups.entries()) {
      this.userPool.addGroup(groupName, { groupName, precedence });
    }

    this.webClient = this.userPool.addClient('Web', {
      authFlows: { userSrp: true },
      disableOAuth: true,
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      accessTokenValidity: Duration.hours(1),
      idTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(signInDays),
    });
  }

  /** Lets a function do these things to any account, and no others. */
  allow(lambda: Lambda, ...actions: AdminAction[]): void {
    lambda.addEnvironment('USER_POOL_ID', this.userPool.userPoolId);
    this.userPool.grant(lambda, ...actions.map((action) => `cognito-idp:${action}`));
  }
}
