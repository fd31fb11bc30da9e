import * as events from '../../contract/events/events.ts';
import { completeActions } from '../domain/desk/complete-actions.ts';
import { startMailing } from '../domain/mailings/start-due-mailings.ts';
import { finishOrder } from '../domain/orders/finish-order.ts';
import { findInterruptedRedemptions } from '../domain/orders/order-lists.ts';
import { repairDeskStates } from '../domain/orders/repair-desk-states.ts';
import { announceDueResets } from '../domain/security/waiting-resets.ts';
import { consume } from '../platform/consume.ts';
import { describeError, logger } from '../platform/logger.ts';
import { publishEvent } from '../platform/publish-event.ts';
import type { Dependencies } from './compose.ts';

/**
 * Completes what was interrupted: actions of the desk, and the follow-up work of redeemed codes. Also emails the team about resets of a
 * second factor that became due.
 */
export const completeInterrupted = (dependencies: Dependencies) =>
  consume(events.completionDue, async (_detail, context) => {
    const { bus, now, openStripe, orderLists, send } = dependencies;
    const failed: string[] = [];
    const fail = (id: string, error: unknown) => {
      failed.push(id);
      logger.error('could not complete interrupted work', { id, error: describeError(error) });
    };
    await completeActions(
      {
        ...dependencies,
        finishing: dependencies,
        openSettlement: async () => ({ ...dependencies, stripe: await openStripe() }),
        sendAnswer: (feedbackId, answerId) =>
          publishEvent(bus, events.feedbackAnswered, { feedbackId, answerId }),
        sendProblemAnswer: (version, textId, answerId) =>
          publishEvent(bus, events.problemAnswered, { version, textId, answerId }),
        announceArticle: (slug) => publishEvent(bus, events.articleChanged, { slug }),
        startMailing: (slug) => startMailing(bus, slug),
      },
      {
        completed: (auditId) => logger.warn('completed an action of the desk', { auditId }),
        failed: fail,
      },
    );
    for (const order of await findInterruptedRedemptions(orderLists, now())) {
      const { orderId } = order;
      await finishOrder(dependencies, order).then(
        () => logger.warn('finished the order of a redeemed code', { orderId }),
        (error: unknown) => fail(orderId, error),
      );
    }
    await announceDueResets({ ...dependencies, send: (email) => send(email, context) }, now()).catch(
      (error: unknown) => fail('due resets', error),
    );
    await repairDeskStates(dependencies, now()).catch((error: unknown) => fail('states of the desk', error));
    // The alarm on dead letters tells the team. The next run tries again.
    if (failed.length > 0) throw new Error(`Could not complete ${failed.join(', ')}.`);
  });
