import * as messageOperations from '../../../contract/operations/message-operations.ts';
import { AppError } from '../../platform/app-error.ts';
import { answer } from '../../platform/serve.ts';
import { linkUnsubscribing } from '../../wiring/link-unsubscribing.ts';

const unsubscribe = linkUnsubscribing();

/** Ignores the body, because the URL contains everything. */
export const oneClickUnsubscribe = answer(async ({ queryStringParameters }) => {
  const request = messageOperations.oneClickUnsubscribe.request.safeParse(queryStringParameters ?? {});
  if (!request.success) throw new AppError('invalid-argument', 'The address needs the token from the email.');
  await unsubscribe(request.data.token, new Date());
  return { result: {} };
});
