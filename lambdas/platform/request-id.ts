import { AsyncLocalStorage } from 'node:async_hooks';
import type { Context } from 'aws-lambda';
import { logger } from './logger.ts';

const current = new AsyncLocalStorage<string>();

/**
 * Runs the work that follows from a request, or from the event that starts a chain. Each log line, event and email from now on contains
 * its id.
 */
export function followRequest<Result>(
  requestId: string,
  context: Context,
  act: () => Promise<Result>,
): Promise<Result> {
  logger.begin(context, { requestId });
  return current.run(requestId, act);
}

/** The id of the request that caused the current work; undefined outside of a function. */
export const requestId = (): string | undefined => current.getStore();
