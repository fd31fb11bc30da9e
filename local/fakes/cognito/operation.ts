import * as z from 'zod';
import { CognitoError, invalidParameter } from './cognito-error.ts';

export interface Outcome {
  answer: object;
  /** Invokes a trigger before the answer is sent. Its function may call the pool. */
  afterwards?: () => Promise<void>;
}

/**
 * Most operations are synchronous, so that they do not interleave. An asynchronous one reads the account
 * again before it changes it. Changes are on disk before `afterwards` runs.
 */
export type Operation = (request: unknown) => Outcome | Promise<Outcome>;

export function operation<Schema extends z.ZodType>(
  schema: Schema,
  run: (request: z.output<Schema>) => Outcome | Promise<Outcome>,
): Operation {
  return (request) => {
    const parsed = schema.safeParse(request, { reportInput: true });
    if (!parsed.success) throw refusal(parsed.error);
    return run(parsed.data);
  };
}

export const username = z.string().min(1).max(128);
export const confirmationCode = z.string().min(1).max(2048);
export const clientId = z.string().min(1);
export const accessToken = z.string().min(1);
export const clientMetadata = z.record(z.string(), z.string()).optional();
export const userAttributes = z.array(z.object({ Name: z.string().min(1), Value: z.string().default('') }));
/** A password cannot begin or end with a space. */
export const password = z
  .string()
  .max(256)
  .regex(/^\S+.*\S+$/);

function refusal(error: z.ZodError): CognitoError {
  const [issue] = error.issues;
  const member = issue?.path.join('.') ?? '';
  const name = member.charAt(0).toLowerCase() + member.slice(1);
  if (issue?.code === 'invalid_type' && issue.input !== undefined && issue.input !== null) {
    return new CognitoError('SerializationException', `Value at '${name}' has an unexpected type`);
  }
  const constraint =
    issue?.code === 'invalid_type' ? 'Member must not be null' : `Member is not valid: ${issue?.message}`;
  return invalidParameter(
    `1 validation error detected: Value at '${name}' failed to satisfy constraint: ${constraint}`,
  );
}
