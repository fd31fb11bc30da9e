import { Duration, RemovalPolicy } from 'aws-cdk-lib';
import {
  AccountRecovery,
  FeaturePlan,
  Mfa,
  UserPool,
  type UserPoolClient,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { passwordPolicy, signInDays } from '../contract/account-rules.ts';
import { groups } from '../contract/groups.ts';
import { LambdaFunction } from './lambda-function.ts';
import type { StageSettings } from './stages.ts';

type AdminAction = 'AdminAddUserToGroup' | 'AdminDeleteUser' | 'AdminGetUser' | 'AdminRemoveUserFromGroup';

/** Who may come in: the user pool, its groups, the triggers on it, and the web's way to it. */
export class Accounts extends Construct {
  readonly userPool: UserPool;
  readonly webClient: UserPoolClient;
  /** Sends the mails that carry a code. */
  readonly customEmailSender: LambdaFunction;
  /** Tells the bus of a new account. */
  readonly postConfirmation: LambdaFunction;

  constructor(scope: Construct, id: string, { keepsData, isReadOnly = false }: StageSettings) {
    super(scope, id);
    const removalPolicy = keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY;
    // Cognito's own right to the key is a grant that the deployment makes when it makes the pool:
    // https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-sender-triggers.html
    const codeKey = new Key(this, 'CodeKey', {
      description: 'Encrypts the codes that Cognito hands to the function that mails them.',
      enableKeyRotation: true,
      removalPolicy,
    });
    this.customEmailSender = new LambdaFunction(this, 'customEmailSender', { timeoutSeconds: 30 });
    this.customEmailSender.addEnvironment('CODE_KEY_ARN', codeKey.keyArn);
    // Cognito does not wait for this one. After an hour the code for a new password is worth nothing any more, and whoever waits for a
    // mail can ask for another; so what fails for good goes into the log, and into no queue.
    this.customEmailSender.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.hours(1) });
    // For this one Cognito waits five seconds, whatever its own timeout.
    this.postConfirmation = new LambdaFunction(this, 'postConfirmation', { timeoutSeconds: 5 });

    this.userPool = new UserPool(this, 'UserPool', {
      featurePlan: FeaturePlan.ESSENTIALS,
      // The browser asks Cognito itself to make an account, so it is Cognito that has to refuse.
      selfSignUpEnabled: !isReadOnly,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy,
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false, email: false },
      customSenderKmsKey: codeKey,
      deletionProtection: keepsData,
      removalPolicy,
    });
    this.userPool.addTrigger(UserPoolOperation.CUSTOM_EMAIL_SENDER, this.customEmailSender);
    this.userPool.addTrigger(UserPoolOperation.POST_CONFIRMATION, this.postConfirmation);
    // A policy of its own: the pool waits for its triggers and for what is in their roles, so that cannot wait for the pool.
    this.customEmailSender.role?.attachInlinePolicy(
      new Policy(this, 'ReadAccountAndCode', {
        statements: [
          new PolicyStatement({
            actions: ['kms:Decrypt'],
            resources: [codeKey.keyArn],
            conditions: {
              StringEquals: { 'kms:EncryptionContext:userpool-id': this.userPool.userPoolId },
            },
          }),
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
