import * as messageOperations from '../../../contract/operations/message-operations.ts';
import { serve } from '../../platform/serve.ts';
import { linkUnsubscribing } from '../../wiring/link-unsubscribing.ts';

const unsubscribeByLink = linkUnsubscribing();

export const unsubscribe = serve(messageOperations.unsubscribe, ({ data: { token, beginAgain } }) =>
  unsubscribeByLink(token, new Date(), beginAgain),
);
