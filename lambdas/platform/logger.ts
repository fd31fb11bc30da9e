import { LazyLogger } from './lazy-logger.ts';

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
