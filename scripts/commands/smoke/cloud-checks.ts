import { randomUUID } from 'node:crypto';
import {
  CloudWatchClient,
  DescribeAlarmHistoryCommand,
  type MetricAlarm,
  paginateDescribeAlarms,
  SetAlarmStateCommand,
} from '@aws-sdk/client-cloudwatch';
import { SendMessageCommand } from '@aws-sdk/client-sqs';
import { GetCallerIdentityCommand, STSClient } from '@aws-sdk/client-sts';
import { accountDeletionRequested } from '../../../contract/events/events.ts';
import { routeThrottles } from '../../../lib/route-throttles.ts';
import { region } from '../../../lib/stages.ts';
import { connectToQueues, countMessages, moveBack } from '../redrive/dead-letter-queue.ts';
import type { StackResource } from '../stage/stacks.ts';
import { askSite } from './ask-site.ts';
import { callAws } from './call-aws.ts';
import { failed, needsEyes, notPossible, type Outcome, passed, type SmokeCheck } from './run-smoke.ts';
import type { SmokeAccounts } from './smoke-accounts.ts';
import type { SmokeStage } from './smoke-stage.ts';
import { until } from './until.ts';

/** The checks of what the account on AWS enforces. */
export function cloudChecks(site: SmokeStage, accounts: SmokeAccounts): SmokeCheck[] {
  /** A check that needs the stacks on AWS. */
  const onAws =
    (reason: string, run: (resources: StackResource[], signal: AbortSignal) => Promise<Outcome>) =>
    async (signal: AbortSignal) =>
      site.resources ? run(site.resources, signal) : notPossible(reason);

  return [
    { name: 'Dead letter and its way back', run: (signal) => returnDeadLetter(site, accounts, signal) },
    { name: 'Throttles of the API', run: onAws('the local cloud has no throttles', checkThrottles) },
    {
      name: 'Permission to publish events',
      run: onAws('the local cloud checks no permissions', (resources) => checkPublishing(site, resources)),
    },
    {
      name: 'Firewall of the user pool',
      run: onAws('the local cloud has no firewall', () => checkFirewall(site, accounts)),
    },
    {
      name: 'Alarms',
      run: onAws('the local cloud sends no alarms', (_, signal) => ringAlarms(site, signal)),
    },
  ];
}

/** The function that deletes accounts gets the deletion of an account of this run as a dead letter. */
async function returnDeadLetter(
  { stage }: SmokeStage,
  accounts: SmokeAccounts,
  signal: AbortSignal,
): Promise<Outcome> {
  const { sqs, queues } = await connectToQueues(stage);
  const queue = queues.find(({ consumer }) => consumer === 'deleteAccount');
  if (!queue) return failed('the stage has no dead-letter queue of deleteAccount');
  if ((await countMessages(sqs, queue.queueUrl)) > 0)
    return notPossible('deleteAccount has dead letters already, and this check would move them');
  const { userId, email } = await accounts.create();
  const { source, type } = accountDeletionRequested;
  const event = { version: '0', id: randomUUID(), source, 'detail-type': type, detail: { userId, email } };
  await sqs.send(new SendMessageCommand({ QueueUrl: queue.queueUrl, MessageBody: JSON.stringify(event) }));
  await moveBack(sqs, queue);
  await until(
    { what: 'effect of the dead letter that was sent back', signal, seconds: 120 },
    async () => !(await accounts.isThere(userId)),
  );
  return passed;
}

async function checkThrottles(resources: StackResource[]): Promise<Outcome> {
  const api = resources.find(({ type }) => type === 'AWS::ApiGatewayV2::Api');
  if (!api) return failed('no stack has an API');
  const { routeSettings = {} } = JSON.parse(
    await callAws('apigateway', { path: `/v2/apis/${api.physicalId}/stages/$default` }),
  ) as { routeSettings?: Record<string, { throttlingRateLimit?: number; throttlingBurstLimit?: number }> };
  const wrong = Object.entries(routeThrottles).filter(
    ([route, { ThrottlingRateLimit, ThrottlingBurstLimit }]) =>
      routeSettings[route]?.throttlingRateLimit !== ThrottlingRateLimit ||
      routeSettings[route]?.throttlingBurstLimit !== ThrottlingBurstLimit,
  );
  return wrong.length === 0
    ? passed
    : failed(`these routes have other limits: ${wrong.map(([route]) => route).join(', ')}`);
}

/** A function may publish only its own type of event. IAM's simulator shows this without an event. */
async function checkPublishing({ eventBus }: SmokeStage, resources: StackResource[]): Promise<Outcome> {
  const role = resources.find(
    ({ type, logicalId }) => type === 'AWS::IAM::Role' && logicalId.startsWith('ApiFeedbackRole'),
  );
  if (!role) return failed('no stack has the role of the feedback form');
  const { Account: account } = await new STSClient({ region }).send(new GetCallerIdentityCommand({}));
  for (const [types, expected] of [
    [['FeedbackSubmitted'], 'allowed'],
    [['PaymentChanged'], 'implicitDeny'],
    [['FeedbackSubmitted', 'PaymentChanged'], 'implicitDeny'],
  ] as const) {
    const form = new URLSearchParams({
      Action: 'SimulatePrincipalPolicy',
      Version: '2010-05-08',
      PolicySourceArn: `arn:aws:iam::${account}:role/${role.physicalId}`,
      'ActionNames.member.1': 'events:PutEvents',
      'ResourceArns.member.1': `arn:aws:events:${region}:${account}:event-bus/${eventBus}`,
      'ContextEntries.member.1.ContextKeyName': 'events:detail-type',
      'ContextEntries.member.1.ContextKeyType': 'stringList',
    });
    for (const [index, type] of types.entries())
      form.set(`ContextEntries.member.1.ContextKeyValues.member.${index + 1}`, type);
    const answer = await callAws('iam', { path: '/', form });
    const found = /<EvalDecision>(\w+)</.exec(answer)?.[1];
    if (found !== expected)
      return failed(`the feedback form publishing ${types.join()} is ${found}, not ${expected}`);
  }
  return passed;
}

const service = 'AWSCognitoIdentityProviderService';

/** The ways to name `DeleteUser`. Cognito must refuse all of them. */
const spellings: Record<string, string | string[]>[] = [
  { 'x-amz-target': `${service}.DeleteUser` },
  { 'x-amz-target': `${service}.deleteUSER` },
  { 'x-amz-target': `${service.toLowerCase()}.DeleteUser` },
  { 'x-amz-target': `${service}.DeleteUser   ` },
  { 'x-amz-target': [`${service}.GetUser`, `${service}.DeleteUser`] },
  { 'x-amz-target': [`${service}.DeleteUser`, `${service}.GetUser`] },
  { 'x-amz-target': `${service}.DeleteUser`, 'x-amzn-cognito-operation-name': 'GetUser' },
];

async function checkFirewall({ settings }: SmokeStage, accounts: SmokeAccounts): Promise<Outcome> {
  const { accessToken, userId } = await accounts.create();
  const ask = (headers: Record<string, string | string[]>) =>
    askSite(`https://cognito-idp.${settings.region}.amazonaws.com/`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-amz-json-1.1', ...headers },
      body: JSON.stringify({ AccessToken: accessToken }),
    });
  const getUser = { 'x-amz-target': `${service}.GetUser` };
  if ((await ask(getUser)).status !== 200) return failed('the firewall refuses GetUser');
  for (const headers of spellings) {
    const { status } = await ask(headers);
    if (status !== 400 && status !== 403)
      return failed(`Cognito answers ${status} to DeleteUser with the headers ${JSON.stringify(headers)}`);
    if (!(await accounts.isThere(userId)))
      return failed(`Cognito deleted the account at the headers ${JSON.stringify(headers)}`);
  }
  return passed;
}

/** Alarms of one kind watch the same metric. */
const kindOf = ({ Namespace, MetricName, AlarmName }: MetricAlarm) =>
  MetricName ? `${Namespace} ${MetricName}` : (AlarmName ?? '');

/** Sets one alarm of each kind to ALARM and back, and looks whether CloudWatch handed it to SNS. */
async function ringAlarms({ siteName }: SmokeStage, signal: AbortSignal): Promise<Outcome> {
  const cloudWatch = new CloudWatchClient({ region });
  const alarms = new Map<string, MetricAlarm>();
  // An alarm that rings is left alone.
  for await (const page of paginateDescribeAlarms(
    { client: cloudWatch },
    { AlarmNamePrefix: `${siteName}-` },
  ))
    for (const alarm of page.MetricAlarms ?? [])
      if (alarm.StateValue !== 'ALARM') alarms.set(kindOf(alarm), alarm);
  if (alarms.size === 0) return failed(`there are no alarms whose names begin with ${siteName}-`);
  const StateReason = 'A person runs npm run smoke. Nothing is wrong.';
  for (const { AlarmName, StateValue } of alarms.values()) {
    const startedAt = new Date();
    await cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue: 'ALARM', StateReason }));
    try {
      await until({ what: `action of the alarm ${AlarmName}`, signal }, async () => {
        const { AlarmHistoryItems: items = [] } = await cloudWatch.send(
          new DescribeAlarmHistoryCommand({ AlarmName, HistoryItemType: 'Action', StartDate: startedAt }),
        );
        return items.some(({ HistorySummary: summary = '' }) => summary.startsWith('Successfully executed'));
      });
    } finally {
      await cloudWatch.send(new SetAlarmStateCommand({ AlarmName, StateValue, StateReason }));
    }
  }
  return needsEyes(`${alarms.size} alarms must have arrived, with the reason "${StateReason}"`);
}
