import * as newsletterOperations from '../../contract/operations/newsletter-operations.ts';
import { deleteSubscription as remove } from '../domain/subscribers/subscription-by-link.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const deleteSubscription = (dependencies: Dependencies) =>
  serve(newsletterOperations.deleteSubscription, async ({ data, now }) => {
    await remove(dependencies, data.token, now);
    return {};
  });
