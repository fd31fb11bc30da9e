import { operations } from '../../contract/operations.ts';
import { dynamodb } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { serve } from '../platform/serve.ts';
import { referralStore } from '../referrals/referral-store.ts';

const { REFERRALS_TABLE } = readConfig({ REFERRALS_TABLE: resourceName });
const referrals = referralStore(dynamodb(), REFERRALS_TABLE);

export const handler = serve(operations.referralImpression, async ({ data }) => {
  await referrals.countImpression(data.referralCode, new Date());
  return {};
});
