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
