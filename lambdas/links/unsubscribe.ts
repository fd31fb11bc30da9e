import * as messageOperations from '../../contract/operations/message-operations.ts';
import { unsubscribeByLink } from '../domain/subscribers/unsubscribe-by-link.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const unsubscribe = (dependencies: Dependencies) =>
  serve(messageOperations.unsubscribe, ({ data: { token, beginAgain }, now }) =>
    unsubscribeByLink(dependencies, token, now, beginAgain),
  );
