import { Stack } from 'aws-cdk-lib';
import { describe, expect, it } from 'vitest';
import { DistributionSecrets } from '../../lib/distribution-secrets.ts';
import { resourcesOf, synthesizeStack } from './synthesize.ts';

/** The steps of a rotation as docs/runbook.md describes it, and the first step of the next one. */
const rotation = [[1], [1, 2], [2, 1], [2], [2, 3]];

/** The numbers of the secrets that exist after a deployment of this step. */
function existing(numbers: number[]): number[] {
  const template = synthesizeStack((app) => {
    const stack = new Stack(app, 'delivery');
    new DistributionSecrets(stack, 'Secrets', numbers);
    return stack;
  });
  return resourcesOf(template, 'AWS::SecretsManager::Secret').map(([id]) =>
    Number(/^SecretsSecret(\d)/.exec(id)?.[1]),
  );
}

describe('a rotation of the distribution secret', () => {
  it.each(rotation.slice(1).map((numbers, index) => [rotation[index] ?? [], numbers]))(
    'keeps, in the step from %j to %j, the secrets that functions accept until they are updated',
    (before, numbers) => {
      expect(existing(numbers)).toEqual(expect.arrayContaining([...before, ...numbers]));
    },
  );

  it('removes a secret in the next rotation', () => {
    expect(existing([2, 3])).toEqual([2, 3]);
  });

  it('rejects a secret that is older than the newest two', () => {
    expect(() => existing([3, 1])).toThrow("The distribution's secret 1 is older than the newest two.");
  });
});
