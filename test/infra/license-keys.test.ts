import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { expect, it } from 'vitest';
import { LicenseKeys } from '../../lib/license-keys.ts';

function stackWith(numbers: number[]): { template: Template; keyIds: string[] } {
  const stack = new Stack(new App(), 'Test');
  const keys = new LicenseKeys(stack, 'LicenseKeys', { siteName: 'site', keepsData: true, numbers });
  const code = Code.fromInline('exports.handler = async () => {}');
  const lambda = new Lambda(stack, 'Sign', { runtime: Runtime.NODEJS_24_X, handler: 'index.handler', code });
  keys.allowSign(lambda);
  return { template: Template.fromStack(stack), keyIds: stack.resolve(keys.keyIds) };
}

it('signs with the first key, and publishes all', () => {
  const { template, keyIds } = stackWith([2, 1]);
  template.hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: Match.objectLike({
      Statement: [
        Match.objectLike({
          Action: 'kms:Sign',
          Resource: { 'Fn::GetAtt': [Match.stringLikeRegexp('^LicenseKeysKey2'), 'Arn'] },
        }),
      ],
    }),
  });
  expect(JSON.stringify(keyIds)).toMatch(/LicenseKeysKey2.*LicenseKeysKey1/);
});

it('reports that no key signs', () => {
  expect(() => stackWith([])).toThrow('lib/license-keys.ts names no key that signs licenses.');
});
