import { Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { Alarms } from '../alarms.ts';
import { addConsumers } from '../consumers.ts';
import { EventFunctions } from '../event-functions.ts';
import type { Parts } from '../grants.ts';
import { addOutputs } from './add-outputs.ts';
import { exportAlways } from './export-always.ts';

interface EventsStackProps extends StackProps {
  parts: Omit<Parts, 'events'>;
  siteName: string;
  alarmTopic: ITopic;
}

/** The bus, and the functions that run on its events. */
export class EventsStack extends Stack {
  readonly events: EventFunctions;
  readonly alarms: Alarms;

  constructor(scope: Construct, id: string, { parts, siteName, alarmTopic, ...props }: EventsStackProps) {
    super(scope, id, props);
    this.alarms = new Alarms(this, 'Alarms', { siteName, topic: alarmTopic });
    const bus = new EventBus(this, 'Bus', { eventBusName: parts.bus.name });
    this.events = new EventFunctions(this, 'Events', { bus, alarms: this.alarms });
    addConsumers({ ...parts, events: this.events });
    addOutputs(this, { EventBus: bus.eventBusName });
    // The queues to which functions of the API send messages.
    for (const consumer of ['syncPaidGroup', 'issueLicense']) {
      const queue = this.events.queueOf(consumer);
      exportAlways(this, queue.queueUrl, queue.queueArn);
    }
  }
}
