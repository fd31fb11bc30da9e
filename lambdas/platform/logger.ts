import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

type Details = Record<string, unknown>;

/**
 * Creates the Powertools logger when the first line is logged, because creating it opens stdout. That takes a tenth of a
 * function's import time, and most requests log nothing. An environment must handle one invocation at a time, as ours do.
 */
export class LazyLogger {
  #logger: Logger | undefined;
  #firstContext: Context | undefined;
  #context: Context | undefined;
  #keys: Details = {};

  /** Begins work on a request, an event or a message. Its lines contain this context and these keys, but no keys of earlier work. */
  begin(context: Context, keys: Details): void {
    this.#firstContext ??= context;
    // Powertools takes each context for another invocation, and reports a cold start only for the first.
    if (context !== this.#context) this.#logger?.addContext(context);
    this.#context = context;
    this.#keys = keys;
  }

  appendKeys(keys: Details): void {
    this.#keys = { ...this.#keys, ...keys };
  }

  info(message: string, details?: Details): void {
    this.#open().info(message, { ...this.#keys, ...details });
  }

  warn(message: string, details?: Details): void {
    this.#open().warn(message, { ...this.#keys, ...details });
  }

  error(message: string, details?: Details): void {
    this.#open().error(message, { ...this.#keys, ...details });
  }

  #open(): Logger {
    if (this.#logger) return this.#logger;
    this.#logger = new Logger();
    // Powertools reports a cold start for the first context that it gets.
    for (const context of new Set([this.#firstContext, this.#context]))
      if (context) this.#logger.addContext(context);
    return this.#logger;
  }
}

/** Structured logs. Never log bodies, tokens, codes, addresses or secrets. */
export const logger = new LazyLogger();

/** The fields that errors of AWS and Stripe add to other errors. */
type ServiceError = Error & { code?: string; requestId?: string; $metadata?: { requestId?: string } };

/**
 * The part of an error that may be logged. Messages of AWS and Stripe repeat the request ("user@example.com is not verified"), so only
 * the kind of their errors is logged, and the id that finds the call in their logs.
 */
export function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { name: typeof error };
  const { name, message, stack = '' } = error;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  if (isOfService(error)) {
    const { code, requestId, $metadata } = error;
    return {
      name,
      code,
      requestId: requestId ?? $metadata?.requestId,
      frames,
    };
  }
  return { name, message, frames };
}

/**
 * The error that a function may throw: Lambda logs it and stores it with the dead letter. An error of AWS or Stripe is replaced by one
 * that contains only its kind.
 */
export function withoutServiceMessage(error: unknown): unknown {
  if (!(error instanceof Error) || !isOfService(error)) return error;
  return Object.assign(new Error('A service returned an error; see the log.'), { name: error.name });
}

const isOfService = (error: Error): error is ServiceError => '$metadata' in error || 'rawType' in error;
