import * as events from '../../contract/events/events.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { referralStore } from '../domain/referrals/referral-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { consume } from '../platform/consume.ts';

const { LIMITS_TABLE, REFERRALS_TABLE } = readConfig({
  LIMITS_TABLE: resourceName,
  REFERRALS_TABLE: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const referrals = referralStore(client, REFERRALS_TABLE);

export const handler = consume(events.userRegistered, async ({ userId, referralCode }) => {
  if (!referralCode) return;
  const now = new Date();
  await referrals.countSignUp(referralCode, limits.onlyOnce('signUp', userId, now), now);
});
