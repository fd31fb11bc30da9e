import { CrossStackReferences, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { Alarms } from '../alarms.ts';
import { Budget } from '../budget.ts';
import type { EventFunctions } from '../event-functions.ts';
import type { Parts } from '../grants.ts';
import { LambdaFunction } from '../lambda-function.ts';
import { SiteAlarms } from '../site-alarms.ts';
import { SiteDashboard } from '../site-dashboard.ts';

interface MonitoringStackProps extends StackProps {
  siteName: string;
  parts: Omit<Parts, 'events'>;
  httpApi: HttpApi;
  alarmTopic: ITopic;
  /** The stacks with functions. */
  watched: Stack[];
  /** The stacks with queues, whose alarms are in the same stack. */
  consuming: { events: EventFunctions; alarms: Alarms }[];
}

/** The dashboard, the budget, and the alarms that are not about one queue. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    const { siteName, parts, httpApi, alarmTopic, watched, consuming, ...stackProps } = props;
    super(scope, id, stackProps);
    // The dashboard refers to each function and each queue. Strong references would prevent their
    // removal.
    CrossStackReferences.of(this).consume(ReferenceStrength.WEAK);
    const { accounts, counts, data, delivery, stage } = parts;
    const { distribution } = delivery;
    const alarms = new Alarms(this, 'Alarms', { siteName, topic: alarmTopic });
    const cognitoTriggers = [accounts.customEmailSender, accounts.postConfirmation];
    new SiteAlarms(this, 'SiteAlarms', { alarms, counts, httpApi, distribution, cognitoTriggers });
    const all = (queues: 'queues' | 'deadLetterQueues') =>
      new Map(consuming.flatMap(({ events }) => [...events[queues]]));
    new SiteDashboard(this, 'Dashboard', {
      siteName,
      functions: watched.flatMap((stack) =>
        stack.node
          .findAll()
          .filter((construct): construct is LambdaFunction => construct instanceof LambdaFunction),
      ),
      counts,
      httpApi,
      distribution,
      data,
      queues: all('queues'),
      deadLetterQueues: all('deadLetterQueues'),
      alarms: [...consuming.flatMap((stack) => stack.alarms.all), ...alarms.all],
    });
    new Budget(this, 'Budget', { siteName, stage });
  }
}
