import { consumeAll } from '../../platform/consume.ts';
import { compareOrders } from './compare-orders.ts';
import { completeInterrupted } from './complete-interrupted.ts';
import { continueMailings } from './continue-mailings.ts';

/** What is repeated every hour, each with an event of its own, so that a failure of one does not stop the others. */
export const handler = consumeAll([compareOrders, completeInterrupted, continueMailings]);
