import * as newsletterOperations from '../../contract/operations/newsletter-operations.ts';
import { confirmSubscription as confirm } from '../domain/subscribers/confirm-subscription.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const confirmSubscription = (dependencies: Dependencies) =>
  serve(newsletterOperations.confirmSubscription, ({ data, now }) => confirm(dependencies, data.token, now));
