import { describe, expect, it } from 'vitest';
import { measureStages } from './measure-stages.ts';

describe.each(await measureStages())('the sizes of %s', (_, sizes) => {
  it.each(sizes.map((size) => [size.name, size] as const))(
    'use at most 80%% of their quota: %s',
    (_name, { value, quota, source }) => {
      expect(value, `The quota is ${quota}: ${source}`).toBeLessThanOrEqual(0.8 * quota);
    },
  );
});
