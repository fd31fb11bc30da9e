import type { Comparison } from '../comparison.ts';
import { installMoto, motoName } from '../install-moto.ts';
import { cognitoProbes } from './cognito-probes.ts';
import { type ComparablePool, startMotoPool, startOurPool } from './comparable-pool.ts';
import { motoDifferences } from './moto-differences.ts';

/** Compares shapes of answers, and the names and statuses of errors. */
export const cognitoMoto: Comparison<ComparablePool> = {
  other: motoName,
  install: installMoto,
  startOurs: startOurPool,
  startOther: startMotoPool,
  probes: cognitoProbes,
  explained: motoDifferences,
};
