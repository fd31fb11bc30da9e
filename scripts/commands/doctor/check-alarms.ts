import { paginateListSubscriptionsByTopic, type SNSClient } from '@aws-sdk/client-sns';
import { region } from '../../../lib/stages.ts';
import { type StackResource, withoutHash } from '../stage/stacks.ts';
import { type Finding, ok, problem } from './finding.ts';

/**
 * Checks that someone receives alarms: SNS sends none to an address that has not opened its link.
 * @param resources of the stacks; the topic is named after its place in lib/stacks/data-stack.ts
 */
export async function checkAlarms(
  sns: SNSClient,
  resources: StackResource[],
  alarmAddress: string,
): Promise<Finding> {
  const topic = resources.find(
    ({ type, logicalId }) => type === 'AWS::SNS::Topic' && withoutHash(logicalId) === 'AlarmsTopic',
  );
  if (!topic) return problem('no stack has a topic for alarms', 'Deploy again.');
  const state = await readState(sns, topic.physicalId, alarmAddress);
  if (state?.startsWith('arn:')) return ok(`are sent to ${alarmAddress}`);
  const link = `Open the link in the email from AWS to ${alarmAddress}.`;
  // https://aws.amazon.com/about-aws/whats-new/2023/05/amazon-sns-automatic-deletion-unconfirmed-subscriptions/
  const another = `A link works for two days; for a new one: aws sns subscribe --region ${region} --topic-arn ${topic.physicalId} --protocol email --notification-endpoint ${alarmAddress}`;
  return state === 'PendingConfirmation'
    ? problem(`${alarmAddress} is not confirmed, so nobody gets alarms`, `${link} ${another}`)
    : problem(`${alarmAddress} is not subscribed, so nobody gets alarms`, `${another}   ${link}`);
}

/**
 * @returns the subscription's name, or SNS's placeholder while it is not confirmed; undefined if
 * the address is not subscribed
 */
async function readState(sns: SNSClient, TopicArn: string, address: string): Promise<string | undefined> {
  for await (const { Subscriptions: subscriptions = [] } of paginateListSubscriptionsByTopic(
    { client: sns },
    { TopicArn },
  )) {
    const found = subscriptions.find(
      ({ Endpoint: endpoint }) => endpoint?.toLowerCase() === address.toLowerCase(),
    );
    if (found) return found.SubscriptionArn;
  }
  return undefined;
}
