import * as z from 'zod';
import { CognitoError } from './cognito-error.ts';
import type { Account } from './user-pool.ts';

export type TriggerName = 'CustomMessage' | 'PostConfirmation';

export type MessageSource =
  | 'CustomMessage_SignUp'
  | 'CustomMessage_ResendCode'
  | 'CustomMessage_ForgotPassword'
  | 'CustomMessage_UpdateUserAttribute'
  | 'CustomMessage_VerifyUserAttribute';

export type ConfirmationSource = 'PostConfirmation_ConfirmSignUp' | 'PostConfirmation_ConfirmForgotPassword';

export interface TriggerOptions {
  pool: { id: string };
  client: { id: string };
  trigger?: (name: TriggerName, event: unknown) => Promise<unknown>;
  triggers: TriggerName[];
  deliverMail: (mail: { to: string; subject: string; html: string }) => Promise<void>;
}

export type ClientMetadata = Record<string, string> | undefined;

export type Triggers = ReturnType<typeof createTriggers>;

const customMessageAnswer = z.object({
  response: z.object({ emailSubject: z.string().nullish(), emailMessage: z.string().nullish() }),
});

/** Stands in the text of a message where the code goes. */
const codePlaceholder = '{####}';

/** What Cognito does after an operation: mails with codes, and the Lambda functions hung on the pool. */
export function createTriggers(options: TriggerOptions) {
  async function run(
    name: TriggerName,
    source: string,
    account: Account,
    request: object,
    response: object,
    clientMetadata: ClientMetadata,
  ): Promise<unknown> {
    // https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
    const event = {
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
      response,
    };
    try {
      return await options.trigger?.(name, event);
    } catch (error) {
      throw new CognitoError(
        'UserLambdaValidationException',
        `${name} failed with error ${(error as Error).message}.`,
      );
    }
  }

  async function writeMessage(account: Account, source: MessageSource, clientMetadata: ClientMetadata) {
    const standard = {
      subject: 'Your verification code',
      html: `Your confirmation code is ${codePlaceholder}`,
    };
    if (!options.triggers.includes('CustomMessage')) return standard;
    const request = {
      codeParameter: codePlaceholder,
      linkParameter: '{##Click Here##}',
      usernameParameter: null,
    };
    const response = { smsMessage: null, emailMessage: null, emailSubject: null };
    const answer = customMessageAnswer.safeParse(
      await run('CustomMessage', source, account, request, response, clientMetadata),
    );
    if (!answer.success) {
      throw new CognitoError('InvalidLambdaResponseException', 'Unrecognizable lambda output');
    }
    const { emailSubject, emailMessage } = answer.data.response;
    return { subject: emailSubject || standard.subject, html: emailMessage || standard.html };
  }

  return {
    async sendCode(
      to: string,
      code: string,
      account: Account,
      source: MessageSource,
      clientMetadata: ClientMetadata,
    ): Promise<void> {
      const { subject, html } = await writeMessage(account, source, clientMetadata);
      const withCode = (text: string) => text.replaceAll(codePlaceholder, code);
      try {
        await options.deliverMail({ to, subject: withCode(subject), html: withCode(html) });
      } catch {
        throw new CognitoError(
          'CodeDeliveryFailureException',
          'The verification code could not be delivered.',
        );
      }
    },

    async afterConfirmation(
      account: Account,
      source: ConfirmationSource,
      clientMetadata: ClientMetadata,
    ): Promise<void> {
      if (!options.triggers.includes('PostConfirmation')) return;
      await run('PostConfirmation', source, account, {}, {}, clientMetadata);
    },
  };
}
