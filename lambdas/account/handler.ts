import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { deleteAccountData } from './delete-account-data.ts';
import { exportMyData } from './export-my-data.ts';
import { me } from './me.ts';
import { myReferrals } from './my-referrals.ts';
import { renewRecoveryCodes } from './renew-recovery-codes.ts';
import { reviewSecurity } from './review-security.ts';
import { syncEmail } from './sync-email.ts';
import { updateMe } from './update-me.ts';
import { voteForItem } from './vote-for-item.ts';

export const handler = serveAll(
  'account',
  {
    me,
    updateMe,
    voteForItem,
    syncEmail,
    exportMyData,
    deleteAccountData,
    reviewSecurity,
    renewRecoveryCodes,
    myReferrals,
  },
  compose,
);
