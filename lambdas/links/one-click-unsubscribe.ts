import * as messageOperations from '../../contract/operations/message-operations.ts';
import { unsubscribeByLink } from '../domain/subscribers/unsubscribe-by-link.ts';
import { AppError } from '../platform/app-error.ts';
import { answer } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

/** Ignores the body, because the URL contains everything. */
export const oneClickUnsubscribe = (dependencies: Dependencies) =>
  answer(async ({ queryStringParameters }) => {
    const request = messageOperations.oneClickUnsubscribe.request.safeParse(queryStringParameters ?? {});
    if (!request.success)
      throw new AppError('invalid-argument', 'The address needs the token from the email.');
    await unsubscribeByLink(dependencies, request.data.token, new Date());
    return { result: {} };
  });
