import { Logger } from '@aws-lambda-powertools/logger';
import type { Context } from 'aws-lambda';

type Details = Record<string, unknown>;

/**
 * Creates the logger of Powertools when the first line is logged: it opens stdout, which takes a tenth of the import time of a function,
 * and most requests log nothing.
 */
export class LazyLogger {
  #logger: Logger | undefined;
  #firstContext: Context | undefined;
  #context: Context | undefined;
  #keys: Details = {};

  /** Begins an invocation: its lines contain this context and these keys, and none of the keys before. */
  begin(context: Context, keys: Details): void {
    this.#firstContext ??= context;
    this.#context = context;
    this.#keys = keys;
    this.#logger?.addContext(context);
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
    // Powertools takes the first context for the one of the cold start.
    if (this.#firstContext) this.#logger.addContext(this.#firstContext);
    if (this.#context !== this.#firstContext && this.#context) this.#logger.addContext(this.#context);
    return this.#logger;
  }
}
