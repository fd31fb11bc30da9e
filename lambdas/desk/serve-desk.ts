import type { CognitoIdentityProviderClient } from '@aws-sdk/client-cognito-identity-provider';
import type { Operation } from '../../contract/operations/define-operation.ts';
import { readOwnSignIn } from '../domain/users/read-account.ts';
import { AppError } from '../platform/app-error.ts';
import { type Call, type HttpHandler, serve } from '../platform/serve.ts';

/**
 * Like `serve`, for operations of the team. `serve` has checked the group and the age of the sign-in; this also asks Cognito, with the
 * caller's own token, whether the account has an authenticator app, so that a password alone does not suffice. A passkey without an app
 * does not count, because the password still works beside it. Cognito also refuses an account that is gone or signed out.
 */
export function deskServer(pool: CognitoIdentityProviderClient) {
  return <Op extends Operation<'admin'>>(
    operation: Op,
    act: (call: Call<Op>) => Promise<Required<Op>['response']>,
  ): HttpHandler =>
    serve(operation, async (call: Call<Op>) => {
      const { hasSecondFactor } = await readOwnSignIn(pool, call.caller);
      if (!hasSecondFactor)
        throw new AppError(
          'permission-denied',
          'The desk needs an authenticator app. Set it up under Security in your account, then ask the team to add you again.',
          { missing: 'second factor' },
        );
      return act(call);
    });
}
