import { CognitoJwtVerifier } from 'aws-jwt-verify';
import { JwksValidationError, JwtBaseError, JwtExpiredError } from 'aws-jwt-verify/error';
import { SimpleJwksCache } from 'aws-jwt-verify/jwk';
import { groups } from '../../contract/records/groups.ts';
import * as z from '../../contract/zod.ts';
import { AppError } from './app-error.ts';
import type { Caller } from './caller.ts';
import { readConfig, resourceName } from './config.ts';

/** A cold start and two attempts fit into the 10 s of an API function. */
const keysTimeoutMs = 2_500;

export type AccessTokens = ReturnType<typeof accessTokens>;

/**
 * Verifies access tokens of our client, for a route without the gateway's authorizer. The keys of the user pool are read with the first
 * token. `AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER` replaces Cognito's host, as it does for the SDK.
 */
export function accessTokens() {
  const config = readConfig({
    USER_POOL_ID: resourceName,
    USER_POOL_CLIENT_ID: resourceName,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: z.optional(z.url()),
  });
  const { AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: endpoint } = config;
  const verifier = CognitoJwtVerifier.create(
    { userPoolId: config.USER_POOL_ID, clientId: config.USER_POOL_CLIENT_ID, tokenUse: 'access' },
    { jwksCache: new SimpleJwksCache({ fetcher: { fetch: (url) => readKeys(url, endpoint) } }) },
  );

  return {
    /**
     * @throws AppError `unauthenticated` when the token is not a valid access token
     * @throws Error when Cognito does not return its keys
     */
    async verify(token: string): Promise<Pick<Caller, 'userId' | 'groups'>> {
      try {
        const { sub, 'cognito:groups': memberOf = [] } = await verifier.verify(token);
        return { userId: sub, groups: groups.filter((group) => memberOf.includes(group)) };
      } catch (error) {
        if (error instanceof JwtExpiredError)
          throw new AppError('unauthenticated', 'Your session has expired. Please sign in again.');
        // An answer of Cognito that is no key set is not the caller's mistake.
        if (error instanceof JwksValidationError) throw error;
        if (error instanceof JwtBaseError) throw new AppError('unauthenticated', 'Please sign in again.');
        throw error;
      }
    },
  };
}

async function readKeys(url: string, endpoint: string | undefined): Promise<ArrayBuffer> {
  const response = await fetch(endpoint ? new URL(new URL(url).pathname, endpoint) : url, {
    signal: AbortSignal.timeout(keysTimeoutMs),
  });
  if (!response.ok) throw new Error(`Cognito answered ${response.status} to the request for its keys.`);
  return response.arrayBuffer();
}
