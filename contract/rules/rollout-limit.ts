import { rolloutLimit } from '../../settings.ts';

/**
 * Whether a version crashes too often to reach more installations.
 * @param networks how many networks report a crash of it on a day
 * @param updates how many updates to it were downloaded so far
 */
export const crashesTooOften = (networks: number, updates: number, limit = rolloutLimit): boolean =>
  networks >= limit.networks && networks * 100 > limit.networksPer100Updates * updates;
