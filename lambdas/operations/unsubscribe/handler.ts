import { operations } from '../../../contract/operations/operations.ts';
import { unsubscribeByLink } from '../../domain/mail/unsubscribe-by-link.ts';
import { serve } from '../../platform/serve.ts';

const unsubscribe = unsubscribeByLink();

export const handler = serve(operations.unsubscribe, ({ data: { token, beginAgain } }) =>
  unsubscribe(token, new Date(), beginAgain),
);
