import type { Operation } from '../../contract/operations/define-operation.ts';
import { signInMethods } from '../domain/security/sign-in-methods.ts';
import { AppError } from '../platform/app-error.ts';
import { cognito } from '../platform/aws/cognito.ts';
import { flag, readConfig } from '../platform/config.ts';
import { type Call, serve } from '../platform/serve.ts';

type AdminOperation = Operation<'admin'>;

/**
 * Like `serve`, for operations of the team. `serve` has checked the group and the age of the sign-in; this also asks Cognito, with the
 * caller's own token, whether the account has a second factor or a passkey. So it also refuses an account that is gone or signed out.
 */
export function serveDesk<Op extends AdminOperation>(
  operation: Op,
  act: (call: Call<Op>) => Promise<Required<Op>['response']>,
) {
  const { HAS_PASSKEYS } = readConfig({ HAS_PASSKEYS: flag });
  const methods = signInMethods(cognito(), { hasPasskeys: HAS_PASSKEYS });
  return serve(operation, async (call: Call<Op>) => {
    const { hasApp, passkeyIds } = await methods.read(call.caller);
    if (!hasApp && passkeyIds.length === 0)
      throw new AppError(
        'permission-denied',
        'The desk needs a second factor or a passkey on your account. Add one on the account page, then log in again.',
        { missing: 'second factor' },
      );
    return act(call);
  });
}
