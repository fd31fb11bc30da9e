import * as referralOperations from '../../../contract/operations/referral-operations.ts';
import { referralCodeAlphabet, referralCodeLength } from '../../../contract/rules/referral-code.ts';
import { lastMonths } from '../../domain/referrals/count-by-month.ts';
import { readOrMakeCode } from '../../domain/referrals/read-or-make-code.ts';
import { referralStore } from '../../domain/referrals/referral-store.ts';
import { readOrCreateUser } from '../../domain/users/read-or-create-user.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { cognito } from '../../platform/aws/cognito.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { randomText } from '../../platform/random-text.ts';
import { serve } from '../../platform/serve.ts';

const { REFERRALS_TABLE, USERS_TABLE } = readConfig({
  REFERRALS_TABLE: resourceName,
  USERS_TABLE: resourceName,
});
const client = dynamodb();
const users = userStore(client, USERS_TABLE);
const referrals = referralStore(client, REFERRALS_TABLE);
const pool = cognito();
const newCode = () => randomText(referralCodeAlphabet, referralCodeLength);

export const myReferrals = serve(referralOperations.myReferrals, async ({ caller }) => {
  const now = new Date();
  const user = await readOrCreateUser(users, pool, caller, now);
  const code = await readOrMakeCode({ users, referrals, newCode }, user);
  return { code, months: lastMonths(await referrals.itemsOf(code), now) };
});
