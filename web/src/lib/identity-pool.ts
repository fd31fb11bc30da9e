import { Amplify, type ResourcesConfig } from 'aws-amplify';
import { cognitoUserPoolsTokenProvider } from 'aws-amplify/auth/cognito';
import { ApiError } from './api-error.ts';
import { isMobile } from './device.ts';
import { loadWebSettings } from './load-web-settings.ts';

/*
 * Part of `identity-provider.ts`; import it only from there. The user pool, and how long to wait
 * for it.
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
 * Calls the user pool. @throws ApiError `deadline-exceeded` without a response in 30 seconds, on a
 * phone in 60.
 */
export async function ask<Answer>(question: (config: PoolConfig) => Promise<Answer>): Promise<Answer> {
  const seconds = isMobile(window) ? timeoutSeconds.mobile : timeoutSeconds.desktop;
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
