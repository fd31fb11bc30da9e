import { codeEncryption } from '../../local/fakes/cognito/encrypt-code.ts';
import { type Answer, askMinistack, callService, invokeFunction, signatureFor } from './ask-ministack.ts';
import type { Deployed } from './read-deployed.ts';
import type { Ministack } from './start-ministack.ts';

/** MiniStack accepts this code everywhere, and sends none. */
const code = '123456';

/** The triggers that MiniStack's user pool does not invoke, by the operation. */
const triggers: Record<string, { name: 'PostConfirmation' | 'CustomEmailSender'; source: string }> = {
  SignUp: { name: 'CustomEmailSender', source: 'CustomEmailSender_SignUp' },
  ResendConfirmationCode: { name: 'CustomEmailSender', source: 'CustomEmailSender_ResendCode' },
  ForgotPassword: { name: 'CustomEmailSender', source: 'CustomEmailSender_ForgotPassword' },
  ConfirmSignUp: { name: 'PostConfirmation', source: 'PostConfirmation_ConfirmSignUp' },
  ConfirmForgotPassword: { name: 'PostConfirmation', source: 'PostConfirmation_ConfirmForgotPassword' },
};

interface Request {
  Username?: string;
  ClientId?: string;
  ClientMetadata?: Record<string, string>;
}

/**
 * The user pool for browsers and specs. It invokes the triggers that MiniStack lacks, as Cognito does.
 * https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-user-pools-working-with-lambda-triggers.html
 */
export function openUserPool({ port, endpoint }: Ministack, deployed: Deployed) {
  const { userPoolId } = deployed.webSettings;
  const encrypt = codeEncryption({
    endpoint,
    credentials: { accessKeyId: 'test', secretAccessKey: 'test' },
    keyArn: `arn:aws:kms:us-east-1:000000000000:key/${deployed.nameOf('AWS::KMS::Key', 'AccountsCodeKey')}`,
    poolId: userPoolId,
  });

  async function invokeTrigger(
    operation: string,
    { Username, ClientId, ClientMetadata }: Request,
  ): Promise<void> {
    const trigger = triggers[operation];
    if (!trigger) return;
    const user = await callService<{
      Username: string;
      UserStatus: string;
      UserAttributes: { Name: string; Value: string }[];
    }>(port, 'cognito-idp', 'AWSCognitoIdentityProviderService.AdminGetUser', {
      UserPoolId: userPoolId,
      Username,
    });
    await invokeFunction(port, deployed.functionNamed(trigger.name), {
      version: '1',
      region: 'us-east-1',
      userPoolId,
      userName: user.Username,
      callerContext: { awsSdkVersion: 'aws-sdk-unknown-unknown', clientId: ClientId },
      triggerSource: trigger.source,
      request: {
        userAttributes: {
          ...Object.fromEntries(user.UserAttributes.map(({ Name, Value }) => [Name, Value])),
          'cognito:user_status': user.UserStatus,
        },
        ...(trigger.name === 'CustomEmailSender' && {
          type: 'customEmailSenderRequestV1',
          code: await encrypt(code),
        }),
        ...(ClientMetadata && { clientMetadata: ClientMetadata }),
      },
      response: {},
    });
  }

  /** @param target such as `AWSCognitoIdentityProviderService.SignUp` */
  return async (target: string, body: Buffer): Promise<Answer> => {
    const answer = await askMinistack(port, {
      method: 'POST',
      path: '/',
      headers: {
        'content-type': 'application/x-amz-json-1.1',
        'x-amz-target': target,
        authorization: signatureFor('cognito-idp'),
      },
      body,
    });
    if (answer.status !== 200) return answer;
    const operation = target.split('.')[1] ?? '';
    try {
      await invokeTrigger(operation, JSON.parse(body.toString()));
    } catch (error) {
      // Cognito does not wait for the function that sends emails.
      if (triggers[operation]?.name === 'CustomEmailSender') return answer;
      const message = `PostConfirmation failed with error ${(error as Error).message}.`;
      const refusal = { __type: 'UserLambdaValidationException', message };
      return { ...answer, status: 400, body: Buffer.from(JSON.stringify(refusal)) };
    }
    return answer;
  };
}
