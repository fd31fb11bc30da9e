import {
  AdminGetUserCommand,
  CognitoIdentityProviderClient,
} from '@aws-sdk/client-cognito-identity-provider';
import type { Account, Attributes } from '../../local/fakes/cognito/account.ts';
import { CognitoError } from '../../local/fakes/cognito/cognito-error.ts';
import { codeEncryption } from '../../local/fakes/cognito/encrypt-code.ts';
import {
  type ConfirmationSource,
  createTriggers,
  type MailSource,
} from '../../local/fakes/cognito/triggers.ts';
import { localClient, localCredentials } from '../../scripts/commands/stage/connect.ts';
import { type Answer, callMinistack, invokeFunction } from './call-ministack.ts';
import type { Deployed } from './read-deployed.ts';
import type { Ministack } from './start-ministack.ts';

/** MiniStack accepts this code everywhere, and sends none. */
const code = '123456';

const mailSources: Record<string, MailSource> = {
  SignUp: 'CustomEmailSender_SignUp',
  ResendConfirmationCode: 'CustomEmailSender_ResendCode',
  ForgotPassword: 'CustomEmailSender_ForgotPassword',
};
const confirmationSources: Record<string, ConfirmationSource> = {
  ConfirmSignUp: 'PostConfirmation_ConfirmSignUp',
  ConfirmForgotPassword: 'PostConfirmation_ConfirmForgotPassword',
};

interface Request {
  Username: string;
  ClientMetadata?: Record<string, string>;
}

/** MiniStack's user pool with the two triggers that it lacks, which our fake invokes. */
export function openUserPool(
  { port, endpoint }: Ministack,
  { webSettings, nameOf, functionNamed }: Deployed,
) {
  const { userPoolId: id, userPoolClientId } = webSettings;
  const cognito = new CognitoIdentityProviderClient(localClient(endpoint));
  const triggers = createTriggers({
    pool: { id },
    client: { id: userPoolClientId },
    triggers: ['CustomEmailSender', 'PostConfirmation'],
    trigger: (name, event) => invokeFunction(port, functionNamed(name), event as object),
    encryptCode: codeEncryption({
      endpoint,
      credentials: localCredentials,
      keyArn: `arn:aws:kms:us-east-1:000000000000:key/${nameOf('AWS::KMS::Key', 'AccountsCodeKey')}`,
      poolId: id,
    }),
  });

  async function readAccount(name: string): Promise<Account> {
    const {
      Username,
      UserStatus,
      UserAttributes = [],
    } = await cognito.send(new AdminGetUserCommand({ UserPoolId: id, Username: name }));
    const attributes = Object.fromEntries(UserAttributes.map(({ Name = '', Value = '' }) => [Name, Value]));
    return { Username, UserStatus, attributes: attributes as Attributes } as Account;
  }

  async function runTrigger(operation: string, { Username, ClientMetadata }: Request): Promise<void> {
    const [mail, confirmation] = [mailSources[operation], confirmationSources[operation]];
    if (!mail && !confirmation) return;
    const account = await readAccount(Username);
    if (mail) await triggers.sendCode(account.attributes.email, code, account, mail, ClientMetadata);
    if (confirmation) await triggers.afterConfirmation(account, confirmation, ClientMetadata);
  }

  /** @param target such as `AWSCognitoIdentityProviderService.SignUp` */
  return async (target: string, headers: Answer['headers'], body: Buffer): Promise<Answer> => {
    const answer = await callMinistack(port, {
      method: 'POST',
      path: '/',
      headers: { 'content-type': headers['content-type'], 'x-amz-target': target },
      body,
    });
    if (answer.status !== 200) return answer;
    try {
      await runTrigger(target.split('.')[1] ?? '', JSON.parse(body.toString()));
      return answer;
    } catch (error) {
      if (!(error instanceof CognitoError)) throw error;
      const refusal = { __type: error.code, message: error.message };
      return { ...answer, status: 400, body: Buffer.from(JSON.stringify(refusal)) };
    }
  };
}
