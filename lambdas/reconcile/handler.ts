import { consumeAll } from '../platform/consume.ts';
import { compareOrders } from './compare-orders.ts';
import { completeInterrupted } from './complete-interrupted.ts';
import { compose } from './compose.ts';
import { continueMailings } from './continue-mailings.ts';

/** Each hourly task has its own event, so that a failure of one does not stop the others. */
export const handler = consumeAll([compareOrders, completeInterrupted, continueMailings], compose);
