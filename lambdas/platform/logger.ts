import { Logger } from '@aws-lambda-powertools/logger';

/** Structured logs. Bodies, tokens, codes, addresses and secrets never go in here. */
export const logger = new Logger();

/** What the errors of AWS and of Stripe carry, beside what every error does. */
type ServiceError = Error & { code?: string; requestId?: string; $metadata?: { requestId?: string } };

/**
 * What may be logged of an error. AWS and Stripe repeat what they were sent in their messages ("user@example.com is not
 * verified"), so of theirs only the kind is kept, and what finds the call in their own logs.
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
 * What a function may throw: Lambda logs it as it is, and keeps it with the dead letter. For the same reason as above, an error of AWS
 * or of Stripe is exchanged for one that says its kind only.
 */
export function withoutTheirWords(error: unknown): unknown {
  if (!(error instanceof Error) || !isOfService(error)) return error;
  return Object.assign(new Error('A service has refused; the log says which.'), { name: error.name });
}

const isOfService = (error: Error): error is ServiceError => '$metadata' in error || 'rawType' in error;
