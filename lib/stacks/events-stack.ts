import { Stack, type StackProps } from 'aws-cdk-lib';
import { HttpApi } from 'aws-cdk-lib/aws-apigatewayv2';
import { EventBus } from 'aws-cdk-lib/aws-events';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { Alarms } from '../alarms.ts';
import { ApiStage } from '../api-stage.ts';
import { addConsumers } from '../consumers.ts';
import type { DistributionSecrets } from '../distribution-secrets.ts';
import { EventFunctions } from '../event-functions.ts';
import type { Parts } from '../permissions.ts';
import { ServiceFunctions } from '../service-functions.ts';
import { addOutputs } from './add-outputs.ts';

interface EventsStackProps extends StackProps {
  parts: Omit<Parts, 'events'>;
  siteName: string;
  alarmTopic: ITopic;
  httpApi: HttpApi;
  distributionSecrets: DistributionSecrets;
  authorizerId: string;
}

/**
 * The bus, the functions that run on its events, and the services of the API with their routes. Its name is from before it had the
 * services. With another name, the bus and the messages in its queues would be lost.
 */
export class EventsStack extends Stack {
  readonly alarms: Alarms;

  constructor(scope: Construct, id: string, props: EventsStackProps) {
    const { siteName, alarmTopic, httpApi: deployed, distributionSecrets, authorizerId, ...others } = props;
    const { parts: partsWithoutEvents, ...stackProps } = others;
    super(scope, id, stackProps);
    this.alarms = new Alarms(this, 'Alarms', { siteName, topic: alarmTopic });
    const bus = new EventBus(this, 'Bus', { eventBusName: partsWithoutEvents.bus.name });
    const events = new EventFunctions(this, 'Events', { bus, alarms: this.alarms });
    const parts: Parts = { ...partsWithoutEvents, events };
    addConsumers(parts);
    // Imported, so that CDK adds the routes here.
    const httpApi = HttpApi.fromHttpApiAttributes(this, 'HttpApi', { httpApiId: deployed.apiId });
    const { routes } = new ServiceFunctions(this, 'Api', {
      httpApi,
      distributionSecrets,
      authorizerId,
      parts,
    });
    new ApiStage(this, 'ApiStage', { httpApi, routes });
    addOutputs(this, { EventBus: bus.eventBusName });
  }
}
