import type { PasskeySettings } from './passkeys.ts';
import type { PasswordPolicy } from './password-policy.ts';
import type { Sessions } from './sessions.ts';
import type { SrpIdentity } from './srp.ts';
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

export const srpIdentity = (poolId: string, username: string): SrpIdentity => ({
  poolName: poolId.split('_')[1] ?? '',
  username,
});
