import { Duration, Validations } from 'aws-cdk-lib';
import { type EventPattern, type IEventBus, Rule, RuleTargetInput, Schedule } from 'aws-cdk-lib/aws-events';
import { SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { SqsEventSource } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { EventType } from '../contract/events/event-type.ts';
import { deadLetterDays } from '../contract/rules/retention.ts';
import type { StatusComponent } from '../contract/rules/status-rules.ts';
import type { Alarms } from './alarms.ts';
import { LambdaFunction, type LambdaFunctionProps } from './lambda-function.ts';

const queueDefaults = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

/** How long EventBridge tries to reach a queue. */
const ruleRetries = { retryAttempts: 185, maxEventAge: Duration.hours(24) };

/**
 * Lambda receives more messages than it may run at once, and each return of such a message counts as an attempt.
 * https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
 */
const minAttempts = 5;

/** The messages of a schedule are equal, and a FIFO queue drops a message that equals one of the last five minutes. */
export const shortestFifoRate = Duration.minutes(6);

/** Events of these types, which have one source, and of which the detail matches. */
export interface EventFilter {
  types: [EventType, ...EventType[]];
  detail?: EventPattern['detail'];
}

/** An event that a queue gets regularly. */
export interface ScheduledEvent {
  rate: Duration;
  event: EventType;
  detail?: object;
  /** False pauses the schedule. */
  enabled?: boolean;
}

export interface ConsumerProps extends LambdaFunctionProps {
  /** The components of the status page in which visitors notice that its events wait. */
  affects: readonly StatusComponent[];
  on?: EventFilter[];
  every?: ScheduledEvent[];
  /**
   * Whether its queue is a FIFO queue. The messages of rules are one group: only one run handles them
   * at a time. A function that sends to the queue chooses the group.
   */
  inOrder?: boolean;
  /** How many messages a run gets together. A FIFO queue with more than one needs `consumeTogether`. */
  batchSize?: number;
  /** How long a message is delivered again before it moves to the dead-letter queue; at least five times. */
  retryFor?: Duration;
  /** The time between two attempts: six timeouts or more. */
  retryEvery?: Duration;
}

/**
 * The functions that run on events, messages and schedules. All have one form: rules send events to the
 * queue of the function, and SQS delivers a message again until the function succeeds, or moves it to the
 * dead-letter queue of that queue. AWS can return it from there.
 */
export class EventFunctions extends Construct {
  private readonly bus: IEventBus;
  private readonly alarms: Alarms;
  /** The queues, by the name of the function. */
  private readonly queues = new Map<string, Queue>();

  constructor(scope: Construct, id: string, { bus, alarms }: { bus: IEventBus; alarms: Alarms }) {
    super(scope, id);
    this.bus = bus;
    this.alarms = alarms;
  }

  /** @throws Error when there is no such consumer */
  queueOf(consumer: string): Queue {
    const queue = this.queues.get(consumer);
    if (!queue) throw new Error(`${consumer} has no queue.`);
    return queue;
  }

  /** Allows a function to send messages to the queue of a consumer, and passes the queue's URL to it. */
  allowSend(lambda: Lambda, consumer: string, variable: string): void {
    const queue = this.queueOf(consumer);
    queue.grant(lambda, 'sqs:SendMessage');
    lambda.addEnvironment(variable, queue.queueUrl);
  }

  /** Creates the function of this name with its queue, and the rules that send events to the queue. */
  add(consumer: string, props: ConsumerProps): LambdaFunction {
    const {
      affects,
      on = [],
      every = [],
      inOrder = false,
      batchSize = 1,
      timeoutSeconds = 30,
      ...others
    } = props;
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
    const {
      retryFor = Duration.hours(1),
      retryEvery = Duration.seconds(6 * timeoutSeconds),
      ...size
    } = others;
    const lambda = new LambdaFunction(this, consumer, { timeoutSeconds, ...size });
    const hasRules = on.length + every.length > 0;
    const fifo = inOrder && { fifo: true };
    const deadLetterQueue = this.addDeadLetterQueue(consumer, affects, { ...fifo });
    const queue = new Queue(this, `${consumer}Queue`, {
      ...queueDefaults,
      ...fifo,
      // The message of an event is the whole event, with its id. That of a schedule has none: see `shortestFifoRate`.
      ...(inOrder && hasRules && { contentBasedDeduplication: true }),
      visibilityTimeout: retryEvery,
      retentionPeriod: Duration.days(deadLetterDays),
      deadLetterQueue: {
        queue: deadLetterQueue,
        maxReceiveCount: Math.max(minAttempts, Math.ceil(retryFor.toSeconds() / retryEvery.toSeconds())),
      },
    });
    this.queues.set(consumer, queue);
    this.run(lambda, queue, batchSize);
    if (!hasRules) return lambda;
    // The dead-letter queue of a rule must be a standard queue.
    const undelivered = inOrder
      ? this.addDeadLetterQueue(`${consumer}Undelivered`, affects)
      : deadLetterQueue;
    this.addRules(
      consumer,
      { on, every },
      (message) =>
        new SqsQueue(queue, {
          ...ruleRetries,
          ...(inOrder && { messageGroupId: consumer }),
          deadLetterQueue: undelivered,
          ...(message && { message }),
        }),
    );
    // In one group, all later messages wait for one that fails. It has failed twice.
    if (inOrder)
      this.alarms.watchOldMessages(consumer, queue, Duration.seconds(2 * retryEvery.toSeconds()), affects);
    return lambda;
  }

  private run(lambda: LambdaFunction, queue: Queue, batchSize: number): void {
    // With reports of single failures, Lambda polls as fast as before while a message keeps failing.
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-errorhandling.html
    lambda.addEventSource(
      new SqsEventSource(queue, { batchSize, maxConcurrency: 5, reportBatchItemFailures: true }),
    );
    Validations.of(lambda).acknowledge(
      { id: 'Serverless-LambdaDLQ', reason: 'A queue invokes it, and that queue has a dead-letter queue.' },
      {
        id: 'Serverless-LambdaEventSourceMappingDestination',
        reason: 'SQS itself moves failed messages to the dead-letter queue of the queue.',
      },
    );
  }

  private addRules(
    consumer: string,
    { on, every }: Required<Pick<ConsumerProps, 'on' | 'every'>>,
    targetFor: (message?: RuleTargetInput) => SqsQueue,
  ): void {
    const idOf = (index: number) => `${consumer}Rule${index > 0 ? index + 1 : ''}`;
    for (const [index, { types, detail }] of on.entries()) {
      const [{ source }] = types;
      if (types.some((type) => type.source !== source)) throw new Error('A rule needs events of one source.');
      new Rule(this, idOf(index), {
        // S3 and SES publish on the default bus, and our functions on our own.
        ...(source === 'lorewright' && { eventBus: this.bus }),
        eventPattern: {
          source: [source],
          detailType: types.map(({ type }) => type),
          ...(detail && { detail }),
        },
        targets: [targetFor()],
      });
    }
    // A rule, because EventBridge Scheduler would need a role and offers nothing more that we need.
    for (const [index, { rate, event, detail = {}, enabled = true }] of every.entries())
      new Rule(this, idOf(on.length + index), {
        schedule: Schedule.rate(rate),
        enabled,
        targets: [
          targetFor(RuleTargetInput.fromObject({ source: event.source, 'detail-type': event.type, detail })),
        ],
      });
  }

  /** Messages that a consumer could not handle. They stay for two weeks, and the team is alerted. */
  private addDeadLetterQueue(
    consumer: string,
    affects: readonly StatusComponent[],
    props: Pick<QueueProps, 'fifo'> = {},
  ): Queue {
    const queue = new Queue(this, `${consumer}DeadLetters`, {
      ...queueDefaults,
      ...props,
      retentionPeriod: Duration.days(deadLetterDays),
    });
    const isOne = 'It is a dead-letter queue itself; docs/alarms.md says how to handle its messages.';
    Validations.of(queue).acknowledge(
      { id: 'AwsSolutions-SQS3', reason: isOne },
      { id: 'Serverless-SQSRedrivePolicy', reason: isOne },
    );
    this.alarms.watchDeadLetters(consumer, queue, affects);
    return queue;
  }
}
