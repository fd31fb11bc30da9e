import * as newsletterOperations from '../../contract/operations/newsletter-operations.ts';
import { confirmSubscription as confirm } from '../domain/subscribers/confirm-subscription.ts';
import {
  changeSubscription as change,
  readSubscription,
  deleteSubscription as remove,
} from '../domain/subscribers/subscription-by-link.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

// The operations of people who get emails without an account.

export const confirmSubscription = (dependencies: Dependencies) =>
  serve(newsletterOperations.confirmSubscription, ({ data, now }) => confirm(dependencies, data.token, now));

export const subscription = (dependencies: Dependencies) =>
  serve(newsletterOperations.subscription, ({ data, now }) =>
    readSubscription(dependencies, data.token, now),
  );

export const changeSubscription = (dependencies: Dependencies) =>
  serve(newsletterOperations.changeSubscription, ({ data, now }) =>
    change(dependencies, data.token, data.groups, now),
  );

export const deleteSubscription = (dependencies: Dependencies) =>
  serve(newsletterOperations.deleteSubscription, async ({ data, now }) => {
    await remove(dependencies, data.token, now);
    return {};
  });
