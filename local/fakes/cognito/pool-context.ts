import type { PasswordPolicy } from './password-policy.ts';
import type { Sessions } from './sessions.ts';
import type { SrpIdentity } from './srp.ts';
import type { Triggers } from './triggers.ts';
import type { UserPool } from './user-pool.ts';

/** What every operation works with. */
export interface PoolContext {
  pool: UserPool;
  poolId: string;
  passwordPolicy: PasswordPolicy;
  /** Whether people may make an account themselves. */
  allowsSignUp: boolean;
  /** Whether users may turn on codes of an authenticator app. */
  hasSoftwareTokenMfa: boolean;
  /** The attributes that people may write. */
  writeAttributes: readonly string[];
  sessions: Sessions;
  triggers: Triggers;
}

export const srpIdentity = (poolId: string, username: string): SrpIdentity => ({
  poolName: poolId.split('_')[1] ?? '',
  username,
});
