import { randomUUID } from 'node:crypto';
import {
  AdminConfirmSignUpCommand,
  AdminUpdateUserAttributesCommand,
  AssociateSoftwareTokenCommand,
  CompleteWebAuthnRegistrationCommand,
  DeleteWebAuthnCredentialCommand,
  InitiateAuthCommand,
  ListWebAuthnCredentialsCommand,
  RespondToAuthChallengeCommand,
  SetUserMFAPreferenceCommand,
  SignUpCommand,
  StartWebAuthnRegistrationCommand,
  VerifySoftwareTokenCommand,
} from '@aws-sdk/client-cognito-identity-provider';
import { Amplify } from 'aws-amplify';
import { confirmSignIn, fetchAuthSession, signIn, signOut } from 'aws-amplify/auth';
import { ConsoleLogger } from 'aws-amplify/utils';
import { accountDeletionRequested } from '../../../contract/events/events.ts';
import type { RequestOf, ResponseOf } from '../../../contract/operations/operations.ts';
import { type OperationName, routes } from '../../../contract/operations/routes.ts';
import { readSignIn } from '../../../lambdas/domain/users/read-account.ts';
import { publishEvent } from '../../../lambdas/platform/publish-event.ts';
import { askSite } from './ask-site.ts';
import { oneTimeCode } from './one-time-code.ts';
import type { SmokeStage } from './smoke-stage.ts';
import { createAuthenticator } from './software-authenticator.ts';
import { until } from './until.ts';

/** An account that this run made. */
export interface SmokeAccount {
  userId: string;
  email: string;
  password: string;
  accessToken: string;
  idToken: string;
}

type Authenticator = ReturnType<typeof createAuthenticator>;

/** How long the site may take for what follows from a request. */
const patienceSeconds = 90;

/** The accounts that a run makes. It never touches another account. */
export class SmokeAccounts {
  private readonly site: SmokeStage;
  /** Known before the user pool answers, so that an interrupted registration is found. */
  private readonly addresses: string[] = [];

  constructor(site: SmokeStage) {
    this.site = site;
    const { userPoolId, userPoolClientId, userPoolEndpoint } = site.settings;
    // Otherwise it warns about the endpoint of the local user pool.
    ConsoleLogger.LOG_LEVEL = 'ERROR';
    Amplify.configure({
      Auth: { Cognito: { userPoolId, userPoolClientId, ...(userPoolEndpoint && { userPoolEndpoint }) } },
    });
  }

  /**
   * An address whose emails nobody reads. SES's simulator reports them as delivered.
   * @see https://docs.aws.amazon.com/ses/latest/dg/send-an-email-from-console.html
   */
  newAddress(): string {
    const name = `smoke-${randomUUID().slice(0, 13)}`;
    return this.site.stage === undefined ? `${name}@example.test` : `success+${name}@simulator.amazonses.com`;
  }

  /** Registers an account and confirms it without a code, as an administrator. */
  async create(): Promise<SmokeAccount> {
    const { cognito, settings } = this.site;
    const email = this.newAddress();
    const password = `Smoke-${randomUUID()}`;
    this.addresses.push(email);
    const { UserSub: userId = '' } = await cognito.send(
      new SignUpCommand({ ClientId: settings.userPoolClientId, Username: email, Password: password }),
    );
    await cognito.send(new AdminConfirmSignUpCommand({ UserPoolId: settings.userPoolId, Username: userId }));
    await this.setAddress(userId, email);
    return this.signIn({ userId, email, password });
  }

  /** Changes the address without a code, as an administrator. */
  async setAddress(userId: string, email: string): Promise<void> {
    this.addresses.push(email);
    await this.site.cognito.send(
      new AdminUpdateUserAttributesCommand({
        UserPoolId: this.site.settings.userPoolId,
        Username: userId,
        UserAttributes: [
          { Name: 'email', Value: email },
          { Name: 'email_verified', Value: 'true' },
        ],
      }),
    );
  }

  /**
   * Signs in with the password, which SRP does not send.
   * @param key the key of the authenticator app, if there is one
   */
  async signIn(
    { userId, email, password }: Pick<SmokeAccount, 'userId' | 'email' | 'password'>,
    key?: string,
  ): Promise<SmokeAccount> {
    // Amplify refuses a sign-in while somebody is signed in. A global sign-out would need a valid token.
    await signOut().catch(() => {});
    let { nextStep } = await signIn({ username: email, password });
    if (nextStep.signInStep === 'CONFIRM_SIGN_IN_WITH_TOTP_CODE' && key)
      ({ nextStep } = await confirmSignIn({ challengeResponse: oneTimeCode(key, Date.now()) }));
    if (nextStep.signInStep !== 'DONE') throw new Error(`The sign-in asks for ${nextStep.signInStep}.`);
    const { tokens } = await fetchAuthSession();
    if (!tokens?.idToken) throw new Error('The sign-in gave no tokens.');
    return {
      userId,
      email,
      password,
      accessToken: tokens.accessToken.toString(),
      idToken: tokens.idToken.toString(),
    };
  }

  /** Turns on a second factor. @returns its key */
  async addSecondFactor({ accessToken: AccessToken }: SmokeAccount): Promise<string> {
    const { cognito } = this.site;
    const { SecretCode: key = '' } = await cognito.send(new AssociateSoftwareTokenCommand({ AccessToken }));
    // The code of half a minute ago, because each code works once and the next sign-in needs one.
    const UserCode = oneTimeCode(key, Date.now() - 30_000);
    await cognito.send(new VerifySoftwareTokenCommand({ AccessToken, UserCode }));
    await cognito.send(
      new SetUserMFAPreferenceCommand({
        AccessToken,
        SoftwareTokenMfaSettings: { Enabled: true, PreferredMfa: true },
      }),
    );
    return key;
  }

  /** Adds a passkey of a device that is part of this program. */
  async addPasskey({ accessToken: AccessToken }: SmokeAccount): Promise<Authenticator> {
    const { cognito, siteUrl } = this.site;
    const { CredentialCreationOptions: options } = await cognito.send(
      new StartWebAuthnRegistrationCommand({ AccessToken }),
    );
    const passkey = createAuthenticator();
    const creation = options as unknown as Parameters<Authenticator['register']>[0];
    const Credential = passkey.register(creation, { origin: siteUrl });
    await cognito.send(new CompleteWebAuthnRegistrationCommand({ AccessToken, Credential }));
    return passkey;
  }

  /** @returns the access token */
  async signInWithPasskey(account: SmokeAccount, passkey: Authenticator): Promise<string> {
    const { cognito, settings, siteUrl } = this.site;
    const { ChallengeName, ChallengeParameters, Session } = await this.askForPasskey(account);
    if (ChallengeName !== 'WEB_AUTHN') throw new Error(`The sign-in asks for ${ChallengeName}.`);
    const options = JSON.parse(ChallengeParameters?.CREDENTIAL_REQUEST_OPTIONS ?? '');
    const { AuthenticationResult: tokens } = await cognito.send(
      new RespondToAuthChallengeCommand({
        ClientId: settings.userPoolClientId,
        ChallengeName,
        Session,
        ChallengeResponses: {
          USERNAME: account.email,
          CREDENTIAL: JSON.stringify(passkey.sign(options, { origin: siteUrl })),
        },
      }),
    );
    if (!tokens?.AccessToken) throw new Error('The sign-in with the passkey gave no tokens.');
    return tokens.AccessToken;
  }

  async offersPasskey(account: SmokeAccount): Promise<boolean> {
    return (await this.askForPasskey(account)).ChallengeName === 'WEB_AUTHN';
  }

  private askForPasskey({ email }: SmokeAccount) {
    return this.site.cognito.send(
      new InitiateAuthCommand({
        ClientId: this.site.settings.userPoolClientId,
        AuthFlow: 'USER_AUTH',
        AuthParameters: { USERNAME: email, PREFERRED_CHALLENGE: 'WEB_AUTHN' },
      }),
    );
  }

  async removePasskeys({ accessToken: AccessToken }: Pick<SmokeAccount, 'accessToken'>): Promise<void> {
    const { cognito } = this.site;
    const { Credentials: passkeys = [] } = await cognito.send(
      new ListWebAuthnCredentialsCommand({ AccessToken }),
    );
    for (const { CredentialId } of passkeys)
      await cognito.send(new DeleteWebAuthnCredentialCommand({ AccessToken, CredentialId }));
  }

  /**
   * Calls an operation of the site.
   * @throws Error with the status and the body if it is refused
   */
  async call<Name extends OperationName>(
    name: Name,
    data: RequestOf<Name> | object = {},
    caller?: SmokeAccount,
  ): Promise<ResponseOf<Name>> {
    const { method, path } = routes[name];
    const answer = await askSite(this.site.siteUrl + path, {
      method,
      headers: {
        'content-type': 'application/json',
        ...(caller && { authorization: `Bearer ${caller.accessToken}` }),
      },
      body: method === 'POST' ? JSON.stringify({ data }) : '',
    });
    if (answer.status !== 200) throw new Error(`${path} answers ${answer.status}: ${answer.body}`);
    return JSON.parse(answer.body.toString()).result;
  }

  async isThere(username: string): Promise<boolean> {
    return (await this.findId(username)) !== undefined;
  }

  private async findId(username: string): Promise<string | undefined> {
    const { cognito, settings } = this.site;
    return (await readSignIn(cognito, settings.userPoolId, username))?.account.sub;
  }

  /** Lists the remains of an account. Its order stays, without a name or address. */
  async findRemains({ userId, email }: Pick<SmokeAccount, 'userId' | 'email'>): Promise<string[]> {
    const { users, orders, feedback, mails } = this.site;
    const remains = {
      'the account': await this.isThere(userId),
      'its record': (await users.find(userId)) !== undefined,
      'its orders': (await orders.ofUser(userId)).length > 0,
      'its feedback': (await feedback.ofUser(userId)).length > 0,
      'its emails in the log': (await mails.page({ userId }, undefined, 50)).items.length > 0,
    };
    return Object.entries(remains)
      .filter(([, isLeft]) => isLeft)
      .map(([name]) => `${name} of ${email}`);
  }

  /**
   * Deletes all accounts that exist yet, with everything about them.
   * @throws Error that names those that remain
   */
  async removeAll(): Promise<void> {
    for (const email of this.addresses) {
      const userId = await this.findId(email);
      if (userId === undefined) continue;
      await this.requestDeletion({ userId, email });
      await until(
        { what: `deletion of ${email}`, seconds: patienceSeconds },
        async () => !(await this.isThere(userId)),
      );
    }
  }

  /** Publishes what the site publishes for a deletion, which needs no sign-in. */
  private async requestDeletion(detail: { userId: string; email: string }): Promise<void> {
    const { events, eventBus: name } = this.site;
    await publishEvent({ connect: async () => events, name }, accountDeletionRequested, detail).catch(
      (error: Error) => {
        throw new Error(`${error.message}. Delete ${detail.email} at the desk.`, { cause: error });
      },
    );
  }
}
