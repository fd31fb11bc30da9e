import { randomInt } from 'node:crypto';
import * as referralOperations from '../../../contract/operations/referral-operations.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { impressionShards, referralStore } from '../../domain/referrals/referral-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';
import { viewerNetworks } from '../../platform/viewer-network.ts';

const { LIMITS_TABLE, REFERRALS_TABLE } = readConfig({
  LIMITS_TABLE: resourceName,
  REFERRALS_TABLE: resourceName,
});
const client = dynamodb();
const limits = limitStore(client, LIMITS_TABLE);
const referrals = referralStore(client, REFERRALS_TABLE);

export const referralImpression = serve(referralOperations.referralImpression, async ({ data, sender }) => {
  const now = new Date();
  await limits.takeForNetworks('referralImpression', viewerNetworks(sender), now);
  await referrals.countImpression(data.referralCode, now, randomInt(impressionShards));
  return {};
});
