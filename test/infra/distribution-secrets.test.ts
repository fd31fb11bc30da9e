import { CfnOutput, Stack } from 'aws-cdk-lib';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { DistributionSecrets } from '../../lib/distribution-secrets.ts';
import { resourcesOf, synthesizeStack } from './synthesize.ts';

/** The steps of a rotation as docs/alarms.md describes it, and the first step of the next one. */
const rotation: [number, ...number[]][] = [[1], [1, 2], [2, 1], [2], [2, 3]];

/** A deployment of this step: the secrets that exist, that CloudFront sends and that a function requires. */
function deploy(numbers: [number, ...number[]]) {
  const template = synthesizeStack((app) => {
    const stack = new Stack(app, 'delivery');
    const secrets = new DistributionSecrets(stack, 'Secrets', numbers);
    const { 'x-distribution-secret': value = '' } = secrets.header;
    new CfnOutput(stack, 'Header', { value });
    const lambda = new Lambda(stack, 'Function', {
      runtime: Runtime.NODEJS_24_X,
      handler: 'index.handler',
      code: Code.fromInline('exports.handler = () => {};'),
    });
    secrets.allowVerify(lambda);
    return stack;
  });
  const [[, lambda] = ['', { Properties: {} }]] = resourcesOf(template, 'AWS::Lambda::Function');
  const numbersIn = (value: unknown) =>
    [...JSON.stringify(value).matchAll(/SecretsSecret(\d)/g)].map(([, number]) => Number(number));
  return {
    existing: numbersIn(resourcesOf(template, 'AWS::SecretsManager::Secret').map(([id]) => id)),
    sent: numbersIn(template.findOutputs('Header')),
    required: numbersIn(lambda.Properties.Environment.Variables),
  };
}

describe('a rotation of the distribution secret', () => {
  it.each(rotation.slice(1).map((numbers, index) => [rotation[index] ?? numbers, numbers] as const))(
    'sends, in the step from %j to %j, what functions require before and after their update',
    (before, numbers) => {
      const { existing, sent, required } = deploy(numbers);
      expect(existing).toEqual(expect.arrayContaining([...before, ...numbers]));
      expect(sent).toEqual(expect.arrayContaining([...deploy(before).required, ...required]));
    },
  );

  it.each(rotation.map((numbers) => [numbers] as const))(
    'needs one reference in each function: %j',
    (numbers) => {
      expect(deploy(numbers).required).toEqual([numbers[0]]);
    },
  );

  it('removes a secret in the next rotation', () => {
    expect(deploy([2, 3]).existing).toEqual([2, 3]);
  });

  it('rejects a secret that is older than the newest two', () => {
    expect(() => deploy([3, 1])).toThrow("The distribution's secret 1 is older than the newest two.");
  });
});
