import { serveAll } from '../../platform/serve-all.ts';
import { contact } from './contact.ts';
import { oneClickUnsubscribe } from './one-click-unsubscribe.ts';
import { referralImpression } from './referral-impression.ts';
import { unsubscribe } from './unsubscribe.ts';
import { withdraw } from './withdraw.ts';

export const handler = serveAll('visitors', {
  contact,
  referralImpression,
  unsubscribe,
  oneClickUnsubscribe,
  withdraw,
});
