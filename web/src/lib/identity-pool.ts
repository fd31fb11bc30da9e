import { Amplify, type ResourcesConfig } from 'aws-amplify';
import type { SignInOutput } from 'aws-amplify/auth';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ApiError } from './api-error.ts';
import { isMobile } from './device.ts';
import { loadWebSettings } from './load-web-settings.ts';

/*
 * Part of `identity-provider.ts`; import it only from there. The user pool and its timeouts.
 */

const timeoutSeconds = { desktop: 30, mobile: 60 };

export type PoolConfig = Required<Pick<ResourcesConfig, 'Auth'>>;

// Amplify's own sync of sign-ins between tabs fails where it is loaded but not configured.
// `session.ts` does this instead.
cognitoUserPoolsTokenProvider.teardownNotify();

let configured: Promise<PoolConfig> | undefined;

function configure(): Promise<PoolConfig> {
  configured ??= loadWebSettings().then(
    ({ userPoolId, userPoolClientId, userPoolEndpoint }) => {
      const config: PoolConfig = {
        Auth: {
          Cognito: {
            userPoolId,
            userPoolClientId,
            ...(userPoolEndpoint && { userPoolEndpoint }),
            loginWith: { email: true },
          },
        },
      };
      Amplify.configure(config);
      return config;
    },
    (cause: unknown) => {
      configured = undefined;
      throw cause;
    },
  );
  return configured;
}

/**
 * Calls the user pool.
 * @param seconds how long to wait: 30 seconds, on a phone 60, and longer if it waits for a person
 * @throws ApiError `deadline-exceeded` without a response in time
 */
export async function ask<Answer>(
  question: (config: PoolConfig) => Promise<Answer>,
  { seconds = isMobile(window) ? timeoutSeconds.mobile : timeoutSeconds.desktop } = {},
): Promise<Answer> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new ApiError(
            'deadline-exceeded',
            `There was no response in ${seconds} seconds. Check your connection and try again.`,
          ),
        ),
      seconds * 1000,
    );
  });
  try {
    return await Promise.race([configure().then(question), timeout]);
  } finally {
    clearTimeout(timer);
  }
}

/**
 * Calls an operation of the user pool that Amplify lacks.
 * @throws Error with the name and the message of the user pool's error
 * @see https://docs.aws.amazon.com/cognito-user-identity-pools/latest/APIReference/Welcome.html
 */
export function callPool(operation: string, request: object): Promise<void> {
  return ask(async ({ Auth }) => {
    const { userPoolId = '', userPoolEndpoint } = Auth.Cognito;
    const [region] = userPoolId.split('_');
    const response = await fetch(userPoolEndpoint ?? `https://cognito-idp.${region}.amazonaws.com/`, {
      method: 'POST',
      headers: {
        'Content-Type': 'application/x-amz-json-1.1',
        'X-Amz-Target': `AWSCognitoIdentityProviderService.${operation}`,
      },
      body: JSON.stringify(request),
    });
    if (response.ok) return;
    const { __type: name = '', message = '' } = await response.json();
    throw Object.assign(new Error(message), { name: name.replace(/^.*#/, '') });
  });
}

/** Whether it is an error with this name, by which Amplify and Cognito distinguish errors. */
export function isNamed(error: unknown, name: string): error is Error {
  return error instanceof Error && error.name === name;
}

/** The error for a step of a sign-in that this site does not have. */
export function unexpectedStep({ signInStep }: SignInOutput['nextStep']): Error {
  return signInStep === 'RESET_PASSWORD'
    ? new Error('You need a new password. Choose Forgot Password to get a code by email.')
    : new Error('This account needs a sign-in method that this site does not support.');
}
