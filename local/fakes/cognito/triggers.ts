import type { Account } from './account.ts';
import { CognitoError } from './cognito-error.ts';

export type TriggerName = 'CustomEmailSender' | 'PostConfirmation';

export type MailSource =
  | 'CustomEmailSender_SignUp'
  | 'CustomEmailSender_ResendCode'
  | 'CustomEmailSender_ForgotPassword'
  | 'CustomEmailSender_UpdateUserAttribute';

export type ConfirmationSource = 'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword';

export interface TriggerOptions {
  pool: { id: string };
  client: { id: string };
  trigger?: (name: TriggerName, event: unknown) => Promise<unknown>;
  triggers: TriggerName[];
  encryptCode: (code: string) => Promise<string>;
}

export type ClientMetadata = Record<string, string> | undefined;

export type Triggers = ReturnType<typeof createTriggers>;

/** Invokes the functions of the pool's triggers. One of them sends the emails with codes. */
export function createTriggers(options: TriggerOptions) {
  // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
  function eventOf(
    source: MailSource | ConfirmationSource,
    account: Account,
    request: object,
    clientMetadata: ClientMetadata,
  ) {
    return {
      version: '1',
      region: options.pool.id.split('_')[0],
      userPoolId: options.pool.id,
      userName: account.Username,
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: options.client.id },
      triggerSource: source,
      request: {
        userAttributes: { ...account.attributes, 'cognito:user_status': account.UserStatus },
        ...request,
        ...(clientMetadata && { clientMetadata }),
      },
      response: {},
    };
  }

  return {
    /** Ignores an error of the function, because Cognito invokes this trigger asynchronously. */
    async sendCode(
      to: string,
      code: string,
      account: Account,
      source: MailSource,
      clientMetadata: ClientMetadata,
    ): Promise<void> {
      if (!options.triggers.includes('CustomEmailSender')) return;
      const recipient = { ...account, attributes: { ...account.attributes, email: to } };
      const request = { type: 'customEmailSenderRequestV1', code: await options.encryptCode(code) };
      const event = eventOf(source, recipient, request, clientMetadata);
      await options.trigger?.('CustomEmailSender', event).catch(() => {});
    },

    async afterConfirmation(
      account: Account,
      source: ConfirmationSource,
      clientMetadata: ClientMetadata,
    ): Promise<void> {
      if (!options.triggers.includes('PostConfirmation')) return;
      try {
        await options.trigger?.('PostConfirmation', eventOf(source, account, {}, clientMetadata));
      } catch (error) {
        throw new CognitoError(
          'UserLambdaValidationException',
          `PostConfirmation failed with error ${(error as Error).message}.`,
        );
      }
    },
  };
}
