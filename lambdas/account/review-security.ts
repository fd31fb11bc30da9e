import * as userOperations from '../../contract/operations/user-operations.ts';
import { endReset } from '../domain/security/factor-reset.ts';
import { reportSecurityChanges } from '../domain/security/report-security-changes.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const reviewSecurity = ({ bus, limits, methodsOf, pool, security, users }: Dependencies) =>
  serve(userOperations.reviewSecurity, async ({ now, caller }) => {
    const { userId } = caller;
    const reporter = { bus, security };
    await limits.take('reviewSecurity', userId, now);
    const user = await readOrCreateUser(users, pool, caller, now);
    const { email, ...methods } = await methodsOf.read(caller);
    // A person who can sign in does not need the reset. This comes first, because it is stored even if the
    // bus refuses events.
    if (user.factorReset && caller.signedInAt > new Date(user.factorReset.requestedAt))
      await endReset(reporter, { userId, email, hasApp: methods.hasApp }, user.factorReset);
    await reportSecurityChanges(reporter, user, methods, email);
    return {};
  });
