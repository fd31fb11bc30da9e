import type { Comparison } from '../comparison.ts';
import { installMoto, motoName } from '../install-moto.ts';
import { accountProbes } from './account-probes.ts';
import { adminProbes } from './admin-probes.ts';
import { type ComparablePool, startMotoPool, startOurPool } from './comparable-pool.ts';
import { motoDifferences } from './moto-differences.ts';
import { passkeyProbes } from './passkey-probes.ts';
import { secondFactorProbes } from './second-factor-probes.ts';
import { signInProbes } from './sign-in-probes.ts';
import { signUpProbes } from './sign-up-probes.ts';

/** Compares shapes of answers, and the names and statuses of errors. */
export const cognitoMoto: Comparison<ComparablePool> = {
  other: motoName,
  install: installMoto,
  startOurs: startOurPool,
  startOther: startMotoPool,
  probes: [
    ...signUpProbes,
    ...signInProbes,
    ...accountProbes,
    ...secondFactorProbes,
    ...passkeyProbes,
    ...adminProbes,
  ],
  explained: motoDifferences,
};
