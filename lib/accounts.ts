import { Duration, Validations } from 'aws-cdk-lib';
import {
  AccountRecovery,
  CfnUserPool,
  CfnUserPoolRiskConfigurationAttachment,
  ClientAttributes,
  FeaturePlan,
  Mfa,
  PasskeyUserVerification,
  StandardThreatProtectionMode,
  UserPool,
  type UserPoolClient,
  UserPoolOperation,
} from 'aws-cdk-lib/aws-cognito';
import { Policy, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { groups } from '../contract/records/groups.ts';
import { minPasswordLength, tokenMinutes } from '../contract/rules/account-limits.ts';
import { signInDays } from '../contract/rules/retention.ts';
import { LambdaFunction } from './lambda-function.ts';
import { protectedRemovalPolicyOf, removalPolicyOf } from './removal-policy.ts';
import { passkeyDomainOf, type StageSettings } from './stage-settings.ts';
import { UserPoolFirewall } from './user-pool-firewall.ts';

export type AdminAction =
  | 'AdminAddUserToGroup'
  | 'AdminDeleteUser'
  | 'AdminGetUser'
  | 'AdminInitiateAuth'
  | 'AdminListGroupsForUser'
  | 'AdminRemoveUserFromGroup'
  | 'AdminSetUserMFAPreference'
  | 'AdminUpdateUserAttributes'
  | 'AdminUserGlobalSignOut'
  | 'ListUsers'
  | 'ListUsersInGroup';

/** The user pool, its groups, its triggers, and the client of the website. */
export class Accounts extends Construct {
  readonly userPool: UserPool;
  readonly webClient: UserPoolClient;
  private readonly hasPasskeys: boolean;
  /** Functions check passwords with it. Browsers do not know it. */
  readonly recoveryClient: UserPoolClient;
  /** Sends the emails with codes. */
  readonly customEmailSender: LambdaFunction;
  /** Publishes registrations and password resets, and ends earlier sign-ins after a reset. */
  readonly postConfirmation: LambdaFunction;

  constructor(scope: Construct, id: string, { siteName, stage }: { siteName: string; stage: StageSettings }) {
    super(scope, id);
    const { keepsData } = stage;
    this.hasPasskeys = passkeyDomainOf(stage) !== undefined;
    const removalPolicy = removalPolicyOf(keepsData);
    // Cognito's own permission for the key is a grant that the deployment creates with the pool:
    // https://docs.aws.amazon.com/cognito/latest/developerguide/user-pool-lambda-custom-sender-triggers.html
    const codeKey = new Key(this, 'CodeKey', {
      description: 'Encrypts the codes that Cognito passes to the function that sends them.',
      enableKeyRotation: true,
      removalPolicy,
    });
    this.customEmailSender = this.addCustomEmailSender(codeKey);
    this.postConfirmation = this.addPostConfirmation();
    this.userPool = this.addUserPool(stage, codeKey);
    this.addTriggers(codeKey);
    this.checkPasswords(stage);
    for (const [precedence, groupName] of groups.entries()) {
      // Deleting the group would also delete its memberships.
      this.userPool.addGroup(groupName, { groupName, precedence }).applyRemovalPolicy(removalPolicy);
    }
    new UserPoolFirewall(this, 'Firewall', { siteName, userPool: this.userPool });
    this.webClient = this.addWebClient();
    this.recoveryClient = this.addRecoveryClient();
    // Deleting a client would force every user to sign in again.
    for (const client of [this.webClient, this.recoveryClient]) client.applyRemovalPolicy(removalPolicy);
  }

  private addCustomEmailSender(codeKey: Key): LambdaFunction {
    const sender = new LambdaFunction(this, 'customEmailSender', { timeoutSeconds: 30 });
    sender.addEnvironment('CODE_KEY_ARN', codeKey.keyArn);
    // Cognito does not wait for this one. A code for a new password expires after an hour, and
    // users can request another. So a final failure is logged and not queued.
    sender.configureAsyncInvoke({ retryAttempts: 2, maxEventAge: Duration.hours(1) });
    const reason =
      'It sends codes, which expire after an hour and must not be stored in a queue. People can ask for another code.';
    Validations.of(sender).acknowledge(
      { id: 'Serverless-LambdaDLQ', reason },
      { id: 'Serverless-LambdaAsyncFailureDestination', reason },
    );
    return sender;
  }

  private addPostConfirmation(): LambdaFunction {
    // Cognito waits five seconds for this one, regardless of the function's timeout.
    const trigger = new LambdaFunction(this, 'postConfirmation', { timeoutSeconds: 5 });
    Validations.of(trigger).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Cognito waits for its answer, and retries itself.',
    });
    return trigger;
  }

  private addUserPool(stage: StageSettings, codeKey: Key): UserPool {
    const { keepsData, isReadOnly = false, refusesLeakedPasswords = false } = stage;
    const passkeyDomain = passkeyDomainOf(stage);
    const pool = new UserPool(this, 'UserPool', {
      ...(refusesLeakedPasswords
        ? {
            featurePlan: FeaturePlan.PLUS,
            standardThreatProtectionMode: StandardThreatProtectionMode.FULL_FUNCTION,
          }
        : { featurePlan: FeaturePlan.ESSENTIALS }),
      // The browser calls Cognito to create an account, so Cognito has to refuse it.
      selfSignUpEnabled: !isReadOnly,
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      passwordPolicy: {
        minLength: minPasswordLength,
        requireLowercase: false,
        requireUppercase: false,
        requireDigits: false,
        requireSymbols: false,
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false, email: false },
      ...(passkeyDomain && {
        signInPolicy: { allowedFirstAuthFactors: { password: true, passkey: true } },
        passkeyRelyingPartyId: passkeyDomain,
        passkeyUserVerification: PasskeyUserVerification.REQUIRED,
      }),
      customSenderKmsKey: codeKey,
      deletionProtection: keepsData,
      removalPolicy: protectedRemovalPolicyOf(keepsData),
    });
    // A verified passkey counts as both factors. With the default, the pool rejects passkeys of people
    // with an authenticator app.
    if (passkeyDomain && pool.node.defaultChild instanceof CfnUserPool)
      pool.node.defaultChild.webAuthnFactorConfiguration = 'MULTI_FACTOR_WITH_USER_VERIFICATION';
    return pool;
  }

  private addTriggers(codeKey: Key): void {
    const { userPoolArn, userPoolId } = this.userPool;
    this.userPool.addTrigger(UserPoolOperation.CUSTOM_EMAIL_SENDER, this.customEmailSender);
    this.userPool.addTrigger(UserPoolOperation.POST_CONFIRMATION, this.postConfirmation);
    const allowOnPool = (action: AdminAction) =>
      new PolicyStatement({ actions: [`cognito-idp:${action}`], resources: [userPoolArn] });
    const allowDecrypt = new PolicyStatement({
      actions: ['kms:Decrypt'],
      resources: [codeKey.keyArn],
      conditions: { StringEquals: { 'kms:EncryptionContext:userpool-id': userPoolId } },
    });
    // Separate policies: the pool depends on its triggers and their roles, so the roles cannot depend
    // on the pool.
    this.customEmailSender.role?.attachInlinePolicy(
      new Policy(this, 'ReadAccountAndCode', { statements: [allowDecrypt, allowOnPool('AdminGetUser')] }),
    );
    this.postConfirmation.role?.attachInlinePolicy(
      new Policy(this, 'SignOutAfterReset', { statements: [allowOnPool('AdminUserGlobalSignOut')] }),
    );
  }

  /** Lets Cognito refuse leaked passwords if the stage pays for it, and says why the rest is as it is. */
  private checkPasswords({ refusesLeakedPasswords = false }: StageSettings): void {
    Validations.of(this.userPool).acknowledge(
      {
        id: 'AwsSolutions-COG1',
        reason:
          'Twelve characters of any kind. NIST SP 800-63B asks for length and advises against rules about kinds of characters; the forms refuse common passwords.',
      },
      {
        id: 'AwsSolutions-COG2',
        reason: 'Users can turn on an authenticator app. An account contains only an address and a license.',
      },
    );
    if (refusesLeakedPasswords)
      // SRP hides the password at sign-in, so it is not checked.
      // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pool-settings-compromised-credentials.html
      new CfnUserPoolRiskConfigurationAttachment(this, 'LeakedPasswords', {
        userPoolId: this.userPool.userPoolId,
        clientId: 'ALL',
        compromisedCredentialsRiskConfiguration: {
          eventFilter: ['SIGN_UP', 'PASSWORD_CHANGE'],
          actions: { eventAction: 'BLOCK' },
        },
      });
    else
      Validations.of(this.userPool).acknowledge({
        id: 'AwsSolutions-COG8',
        reason:
          'Plus costs $0.02 a month for each user and notes where people sign in from; a stage can turn it on (settings.ts).',
      });
  }

  private addWebClient(): UserPoolClient {
    return this.userPool.addClient('Web', {
      // The flow `USER_AUTH` is the one with passkeys.
      authFlows: { userSrp: true, user: this.hasPasskeys },
      disableOAuth: true,
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      // Otherwise anyone could store 2,000 characters in each of the account's other standard
      // attributes.
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
      accessTokenValidity: Duration.minutes(tokenMinutes),
      idTokenValidity: Duration.minutes(tokenMinutes),
      refreshTokenValidity: Duration.days(signInDays),
    });
  }

  /**
   * The flow with a password in plain text needs permission on the pool, so the client needs no
   * secret. Its tokens are revoked at once, and the API does not accept them.
   */
  private addRecoveryClient(): UserPoolClient {
    return this.userPool.addClient('Recovery', {
      authFlows: { adminUserPassword: true },
      disableOAuth: true,
      generateSecret: false,
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      readAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
      writeAttributes: new ClientAttributes().withStandardAttributes({ email: true }),
      // The shortest that Cognito accepts.
      accessTokenValidity: Duration.minutes(5),
      idTokenValidity: Duration.minutes(5),
      refreshTokenValidity: Duration.hours(1),
    });
  }

  /** Tells a function whether the stage has passkeys. */
  describePasskeys(lambda: Lambda): void {
    lambda.addEnvironment('HAS_PASSKEYS', String(this.hasPasskeys));
  }

  /** Allows a function to check a password, and passes it the client for that. */
  allowCheckPassword(lambda: Lambda): void {
    this.allow(lambda, 'AdminInitiateAuth');
    lambda.addEnvironment('RECOVERY_CLIENT_ID', this.recoveryClient.userPoolClientId);
  }

  /** Passes the id of the pool, which never changes for a stage, to a function. */
  identifySite(lambda: Lambda): void {
    lambda.addEnvironment('USER_POOL_ID', this.userPool.userPoolId);
  }

  /** Passes to a function what it needs to verify access tokens. The keys of the pool are public. */
  allowVerifyTokens(lambda: Lambda): void {
    this.identifySite(lambda);
    lambda.addEnvironment('USER_POOL_CLIENT_ID', this.webClient.userPoolClientId);
  }

  /** Allows a function these operations on any account, and no others. */
  allow(lambda: Lambda, ...actions: AdminAction[]): void {
    this.identifySite(lambda);
    this.userPool.grant(lambda, ...actions.map((action) => `cognito-idp:${action}`));
  }
}
