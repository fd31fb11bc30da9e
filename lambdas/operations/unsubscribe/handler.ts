import { messageOperations } from '../../../contract/operations/message-operations.ts';
import { unsubscribeByLink } from '../../domain/mail/unsubscribe-by-link.ts';
import { serve } from '../../platform/serve.ts';

const unsubscribe = unsubscribeByLink();

export const handler = serve(messageOperations.unsubscribe, ({ data: { token, beginAgain } }) =>
  unsubscribe(token, new Date(), beginAgain),
);
