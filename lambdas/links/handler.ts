import { serveAll } from '../platform/serve-all.ts';
import { compose } from './compose.ts';
import { endRegistration } from './end-registration.ts';
import { oneClickUnsubscribe } from './one-click-unsubscribe.ts';
import {
  changeSubscription,
  confirmSubscription,
  deleteSubscription,
  subscription,
} from './subscriptions.ts';
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
