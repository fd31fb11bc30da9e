import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Code, Function as Lambda, Runtime } from 'aws-cdk-lib/aws-lambda';
import { expect, it } from 'vitest';
import { DownloadLinks } from '../../lib/download-links.ts';

function stackWith(numbers: number[]): Template {
  const stack = new Stack(new App(), 'Test');
  const links = new DownloadLinks(stack, 'DownloadLinks', { numbers });
  const code = Code.fromInline('exports.handler = async () => {}');
  links.allowSign(
    new Lambda(stack, 'Sign', { runtime: Runtime.NODEJS_24_X, handler: 'index.handler', code }),
  );
  return Template.fromStack(stack);
}

it('signs with the first key, and CloudFront accepts all', () => {
  const template = stackWith([2, 1]);
  template.hasResourceProperties('AWS::IAM::Policy', {
    PolicyDocument: Match.objectLike({
      Statement: [
        Match.objectLike({
          Action: 'kms:Sign',
          Resource: { 'Fn::GetAtt': [Match.stringLikeRegexp('^DownloadLinksKey2'), 'Arn'] },
        }),
      ],
    }),
  });
  template.hasResourceProperties('AWS::CloudFront::KeyGroup', {
    KeyGroupConfig: {
      Items: [2, 1].map((number) => ({
        Ref: Match.stringLikeRegexp(`^DownloadLinksPublicKey${number}`),
      })),
    },
  });
  for (const number of [1, 2]) {
    template.hasResourceProperties('AWS::CloudFront::PublicKey', {
      PublicKeyConfig: Match.objectLike({
        EncodedKey: { 'Fn::GetAtt': [Match.stringLikeRegexp(`^DownloadLinksRead${number}`), 'Pem'] },
      }),
    });
    template.hasResourceProperties('Custom::PublicKey', {
      KeyId: { Ref: Match.stringLikeRegexp(`^DownloadLinksKey${number}`) },
    });
  }
});

it('reports that no key signs', () => {
  expect(() => stackWith([])).toThrow('lib/download-links.ts names no key that signs links.');
});
