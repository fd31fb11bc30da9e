import { ListSubscriptionsByTopicCommand, SNSClient } from '@aws-sdk/client-sns';
import { mockClient } from 'aws-sdk-client-mock';
import { beforeEach, expect, test } from 'vitest';
import { checkAlarms } from './check-alarms.ts';
import type { Finding } from './finding.ts';
import { finding } from './test-finding.ts';

const sns = mockClient(SNSClient);
beforeEach(() => sns.reset());

const topicArn = 'arn:aws:sns:us-east-1:123:lorewright-prod-AlarmsTopic';
const alarmAddress = 'alarm@lorewright.example';
const topic = { type: 'AWS::SNS::Topic', logicalId: 'AlarmsTopicB2A4C3D1', physicalId: topicArn };
const check = (resources = [topic]) => checkAlarms(new SNSClient({}), resources, alarmAddress);
const subscriptionOf = (Endpoint: string, SubscriptionArn: string) => ({ Endpoint, SubscriptionArn });

test.each<[string, object[], Finding['outcome'], RegExp]>([
  ['confirmed', [subscriptionOf(alarmAddress, `${topicArn}:1`)], 'ok', /sent to alarm@/],
  ['pending', [subscriptionOf(alarmAddress, 'PendingConfirmation')], 'problem', /is not confirmed/],
  ['ended by its reader', [subscriptionOf(alarmAddress, 'Deleted')], 'problem', /is not subscribed/],
  ['forgotten by SNS', [], 'problem', /is not subscribed/],
  ['of another', [subscriptionOf('old@lorewright.example', `${topicArn}:1`)], 'problem', /is not subscribed/],
])('reports a subscription that is %s', async (_, Subscriptions, outcome, words) => {
  sns.on(ListSubscriptionsByTopicCommand, { TopicArn: topicArn }).resolves({ Subscriptions });
  expect(await check()).toMatchObject(finding(outcome, words));
});

test('gives advice for a pending subscription', async () => {
  const Subscriptions = [subscriptionOf(alarmAddress, 'PendingConfirmation')];
  sns.on(ListSubscriptionsByTopicCommand).resolves({ Subscriptions });
  expect(await check()).toMatchObject({
    advice: expect.stringMatching(/^Open the link .*aws sns subscribe .*--topic-arn arn:aws:sns/),
  });
});

test('looks for the address on all pages', async () => {
  sns
    .on(ListSubscriptionsByTopicCommand, { TopicArn: topicArn, NextToken: undefined })
    .resolves({ Subscriptions: [], NextToken: 'page-2' })
    .on(ListSubscriptionsByTopicCommand, { TopicArn: topicArn, NextToken: 'page-2' })
    .resolves({ Subscriptions: [subscriptionOf(alarmAddress, `${topicArn}:1`)] });
  expect(await check()).toMatchObject({ outcome: 'ok' });
});

test('reports a stack without the topic', async () => {
  expect(await check([])).toMatchObject({ outcome: 'problem', advice: 'Deploy again.' });
});
