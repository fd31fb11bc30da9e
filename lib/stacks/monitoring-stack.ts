import { CrossStackReferences, ReferenceStrength, Stack, type StackProps } from 'aws-cdk-lib';
import type { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { Alarms } from '../alarms.ts';
import { Budget } from '../budget.ts';
import type { Parts } from '../permissions.ts';
import { SiteAlarms } from '../site-alarms.ts';
import { SiteDashboard } from '../site-dashboard.ts';

interface MonitoringStackProps extends StackProps {
  siteName: string;
  parts: Omit<Parts, 'events'>;
  httpApi: HttpApi;
  alarmTopic: ITopic;
  /** The alarms of the stacks with queues. */
  otherAlarms: Alarms[];
}

/** The dashboard, the budget, and the alarms that are not about one queue. */
export class MonitoringStack extends Stack {
  constructor(scope: Construct, id: string, props: MonitoringStackProps) {
    const { siteName, parts, httpApi, alarmTopic, otherAlarms, ...stackProps } = props;
    super(scope, id, stackProps);
    const { accounts, metrics, delivery, stage } = parts;
    const { distribution } = delivery;
    const alarms = new Alarms(this, 'Alarms', { siteName, topic: alarmTopic });
    const cognitoTriggers = [accounts.customEmailSender, accounts.postConfirmation];
    // A strong reference to a function would prevent its removal. Nothing else here has a weak one,
    // because CloudFormation resolves each by a call of its own.
    for (const trigger of cognitoTriggers) CrossStackReferences.of(trigger).produce(ReferenceStrength.WEAK);
    new SiteAlarms(this, 'SiteAlarms', { siteName, alarms, metrics, httpApi, distribution, cognitoTriggers });
    const alarmNames = [...otherAlarms, alarms].flatMap(({ names }) => names);
    new SiteDashboard(this, 'Dashboard', { siteName, metrics, httpApi, distribution, alarmNames });
    new Budget(this, 'Budget', { siteName, stage });
  }
}
