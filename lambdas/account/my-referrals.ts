import * as userOperations from '../../contract/operations/user-operations.ts';
import { referralCodeAlphabet, referralCodeLength } from '../../contract/rules/referral-code.ts';
import { lastMonths } from '../domain/referrals/count-by-month.ts';
import { readOrMakeCode } from '../domain/referrals/read-or-make-code.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { randomText } from '../platform/random-text.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

const newCode = () => randomText(referralCodeAlphabet, referralCodeLength);

export const myReferrals = ({ pool, referrals, users }: Dependencies) =>
  serve(userOperations.myReferrals, async ({ now, caller }) => {
    const user = await readOrCreateUser(users, pool, caller, now);
    const code = await readOrMakeCode({ users, referrals, newCode }, user);
    return { code, months: lastMonths(await referrals.itemsOf(code), now) };
  });
