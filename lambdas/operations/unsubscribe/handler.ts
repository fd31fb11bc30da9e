import * as messageOperations from '../../../contract/operations/message-operations.ts';
import { serve } from '../../platform/serve.ts';
import { linkUnsubscribing } from '../../wiring/link-unsubscribing.ts';

const unsubscribe = linkUnsubscribing();

export const handler = serve(messageOperations.unsubscribe, ({ data: { token, beginAgain } }) =>
  unsubscribe(token, new Date(), beginAgain),
);
