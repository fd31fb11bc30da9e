import { Stack } from 'aws-cdk-lib';
import { Bucket } from 'aws-cdk-lib/aws-s3';
import { Queue } from 'aws-cdk-lib/aws-sqs';
import { expect, it } from 'vitest';
import { checkedApp } from '../../lib/checked-app.ts';
import { inApp } from './synthesize.ts';

it.each([
  ['AwsSolutions', 'S1', Bucket],
  ['Serverless', 'SQSRedrivePolicy', Queue],
])('stops on a finding of the rules %s', (pack, rule, Resource) => {
  const synthesize = () =>
    inApp((app) => {
      new Resource(new Stack(app, 'stack'), 'resource');
      return app.synth();
    }, checkedApp);
  expect(synthesize).toThrow(`${pack}-${rule}`);
});
