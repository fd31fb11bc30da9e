import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';
import { logger } from './logger.ts';

const current = new AsyncLocalStorage<string>();

/**
 * Runs what follows from a request, or from the event with which a chain begins: its id stands in each line of the log from now on,
 * and goes along with each event and each mail.
 */
export function followRequest<Result>(
  requestId: string,
  context: Context,
  act: () => Promise<Result>,
): Promise<Result> {
  logger.addContext(context);
  logger.appendKeys({ requestId });
  return current.run(requestId, act);
}

/** The request that what runs now follows from; undefined outside of a function. */
export const requestId = (): string | undefined => current.getStore();
