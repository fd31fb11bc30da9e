import * as newsletterOperations from '../../contract/operations/newsletter-operations.ts';
import { readSubscription } from '../domain/subscribers/subscription-by-link.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const subscription = (dependencies: Dependencies) =>
  serve(newsletterOperations.subscription, ({ data, now }) =>
    readSubscription(dependencies, data.token, now),
  );
