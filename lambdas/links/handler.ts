import { serveAll } from '../platform/serve-all.ts';
import { changeSubscription } from './change-subscription.ts';
import { compose } from './compose.ts';
import { confirmSubscription } from './confirm-subscription.ts';
import { deleteSubscription } from './delete-subscription.ts';
import { endRegistration } from './end-registration.ts';
import { oneClickUnsubscribe } from './one-click-unsubscribe.ts';
import { subscription } from './subscription.ts';
import { unsubscribe } from './unsubscribe.ts';
import { withdraw } from './withdraw.ts';

export const handler = serveAll(
  'links',
  {
    changeSubscription,
    confirmSubscription,
    deleteSubscription,
    endRegistration,
    oneClickUnsubscribe,
    subscription,
    unsubscribe,
    withdraw,
  },
  compose,
);
