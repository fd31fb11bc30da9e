import { Duration, Validations } from 'aws-cdk-lib';
import {
  EventBus,
  type EventPattern,
  type IEventBus,
  Rule,
  type RuleProps,
  Schedule,
} from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget } from 'aws-cdk-lib/aws-events-targets';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { Queue, QueueEncryption } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { EventType } from '../contract/events.ts';
import type { Alarms } from './alarms.ts';
import { LambdaFunction, type LambdaFunctionProps } from './lambda-function.ts';

interface ListenOptions extends LambdaFunctionProps {
  /** Of all events of the type, only those like this. */
  detail?: EventPattern['detail'];
}

interface ScheduleOptions extends LambdaFunctionProps {
  /** False rests until a deployment says otherwise. */
  enabled?: boolean;
}

/** What follows from a change: the bus, who listens to what, and where an event goes that nobody could handle. */
export class Events extends Construct {
  readonly bus: EventBus;
  /** Where the events wait that a function of this name could not handle. */
  readonly deadLetterQueues = new Map<string, Queue>();
  private readonly alarms: Alarms;

  constructor(scope: Construct, id: string, alarms: Alarms) {
    super(scope, id);
    this.alarms = alarms;
    this.bus = new EventBus(this, 'Bus');
  }

  /** Lets a function put events on the bus. */
  allowPublish(lambda: Lambda): void {
    lambda.addEnvironment('EVENT_BUS', this.bus.eventBusName);
    this.bus.grantPutEventsTo(lambda);
  }

  /** Makes the function of this name and runs it for every event of a type. */
  listen(
    consumer: string,
    { source, type }: EventType,
    { detail, ...size }: ListenOptions = {},
  ): LambdaFunction {
    return this.runOn(
      consumer,
      {
        ...(source === 'lorewright' ? { eventBus: this.bus as IEventBus } : {}),
        eventPattern: { source: [source], detailType: [type], ...(detail ? { detail } : {}) },
      },
      size,
    );
  }

  /**
   * Makes the function of this name and runs it regularly, for the event `scheduled` of the contract. By a rule: a schedule
   * of EventBridge Scheduler would need a role and a payload of its own, and could do nothing more that we need.
   */
  schedule(
    consumer: string,
    rate: Duration,
    { enabled = true, ...size }: ScheduleOptions = {},
  ): LambdaFunction {
    return this.runOn(consumer, { schedule: Schedule.rate(rate), enabled }, size);
  }

  /**
   * EventBridge retries until the function is reached, then Lambda retries until it succeeds; what fails all the same waits
   * two weeks in the function's own dead-letter queue, and the team is told.
   */
  private runOn(consumer: string, occasion: RuleProps, size: LambdaFunctionProps): LambdaFunction {
    const lambda = new LambdaFunction(this, consumer, { timeoutSeconds: 30, ...size });
    const deadLetterQueue = new Queue(this, `${consumer}DeadLetters`, {
      encryption: QueueEncryption.SQS_MANAGED,
      enforceSSL: true,
      retentionPeriod: Duration.days(14),
    });
    const isOne =
      'It is a dead-letter queue itself; docs/runbook.md says what is done with what waits there.';
    Validations.of(deadLetterQueue).acknowledge(
      { id: 'AwsSolutions-SQS3', reason: isOne },
      { id: 'Serverless-SQSRedrivePolicy', reason: isOne },
    );
    Validations.of(lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'It has a queue as its destination on failure, which gets the error beside the event.',
    });
    lambda.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.hours(6),
      onFailure: new SqsDestination(deadLetterQueue),
    });
    new Rule(this, `${consumer}Rule`, {
      ...occasion,
      targets: [
        new LambdaTarget(lambda, { deadLetterQueue, retryAttempts: 185, maxEventAge: Duration.hours(24) }),
      ],
    });
    this.deadLetterQueues.set(consumer, deadLetterQueue);
    this.alarms.watchDeadLetters(consumer, deadLetterQueue);
    return lambda;
  }
}
