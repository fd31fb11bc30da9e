import { ApiError } from './api-error.ts';
import { messageOf } from './message-of.ts';

/**
 * The error of a form in a sentence. If the server refused a field, it is that field's sentence.
 * @param sentences by the name of the field
 */
export function describeFieldError(error: unknown, sentences: Readonly<Record<string, string>>): string {
  if (error instanceof ApiError && error.code === 'invalid-argument') {
    const [first] = (Array.isArray(error.details) ? error.details : []) as { field?: string }[];
    return sentences[first?.field ?? ''] ?? messageOf(error);
  }
  return messageOf(error);
}
