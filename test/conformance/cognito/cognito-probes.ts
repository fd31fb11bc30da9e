import type { Probe } from '../comparison.ts';
import { accountProbes } from './account-probes.ts';
import { adminProbes } from './admin-probes.ts';
import type { ComparablePool } from './comparable-pool.ts';
import { passkeyProbes } from './passkey-probes.ts';
import { secondFactorProbes } from './second-factor-probes.ts';
import { signInProbes } from './sign-in-probes.ts';
import { signUpProbes } from './sign-up-probes.ts';

export const cognitoProbes: Probe<ComparablePool>[] = [
  ...signUpProbes,
  ...signInProbes,
  ...accountProbes,
  ...secondFactorProbes,
  ...passkeyProbes,
  ...adminProbes,
];
