import * as z from 'zod';
import { type CognitoError, invalidParameter } from './cognito-error.ts';
import type { PasskeySettings } from './passkeys.ts';
import type { PasswordPolicy } from './password-operations.ts';
import type { Sessions } from './sessions.ts';
import type { Triggers } from './triggers.ts';
import type { UserPool } from './user-pool.ts';

export interface PoolContext {
  pool: UserPool;
  poolId: string;
  passwordPolicy: PasswordPolicy;
  /** Whether people may create an account. */
  allowsSignUp: boolean;
  /** Whether users may use an authenticator app as second factor. */
  hasSoftwareTokenMfa: boolean;
  /** Undefined if the pool has no passkeys. */
  passkeys: PasskeySettings | undefined;
  /** The attributes that the app client may write. */
  writeAttributes: readonly string[];
  sessions: Sessions;
  triggers: Triggers;
}

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
    const parsed = schema.safeParse(request);
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

function refusal({ issues: [issue] }: z.ZodError): CognitoError {
  const member = issue?.path.join('.') ?? '';
  const name = member.charAt(0).toLowerCase() + member.slice(1);
  return invalidParameter(
    `1 validation error detected: Value at '${name}' failed to satisfy constraint: ${issue?.message}`,
  );
}
