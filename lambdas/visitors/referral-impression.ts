import { randomInt } from 'node:crypto';
import * as userOperations from '../../contract/operations/user-operations.ts';
import { impressionShards } from '../domain/referrals/referral-store.ts';
import { serve } from '../platform/serve.ts';
import { viewerNetworks } from '../platform/viewer-network.ts';
import type { Dependencies } from './compose.ts';

export const referralImpression = ({ limits, referrals }: Dependencies) =>
  serve(userOperations.referralImpression, async ({ now, data, sender }) => {
    await limits.takeForNetworks('referralImpression', viewerNetworks(sender), now);
    await referrals.countImpression(data.referralCode, now, randomInt(impressionShards));
    return {};
  });
