import * as newsletterOperations from '../../contract/operations/newsletter-operations.ts';
import { changeSubscription as change } from '../domain/subscribers/subscription-by-link.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const changeSubscription = (dependencies: Dependencies) =>
  serve(newsletterOperations.changeSubscription, ({ data, now }) => change(dependencies, data, now));
