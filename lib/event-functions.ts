import { Duration, Validations } from 'aws-cdk-lib';
import {
  type EventPattern,
  type IEventBus,
  type IRuleTarget,
  Rule,
  type RuleProps,
  RuleTargetInput,
  Schedule,
} from 'aws-cdk-lib/aws-events';
import { LambdaFunction as LambdaTarget, SqsQueue } from 'aws-cdk-lib/aws-events-targets';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { SqsDestination } from 'aws-cdk-lib/aws-lambda-destinations';
import { SqsEventSource, type SqsEventSourceProps } from 'aws-cdk-lib/aws-lambda-event-sources';
import { Queue, QueueEncryption, type QueueProps } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import type { EventType } from '../contract/events/event-type.ts';
import { scheduled } from '../contract/events/events.ts';
import { deadLetterDays } from '../contract/rules/retention.ts';
import type { Alarms } from './alarms.ts';
import { LambdaFunction, type LambdaFunctionProps } from './lambda-function.ts';

const queueDefaults = { encryption: QueueEncryption.SQS_MANAGED, enforceSSL: true };

interface ListenOptions extends LambdaFunctionProps, Omit<EventFilter, 'event'> {}

interface InOrderOptions extends LambdaFunctionProps {
  /**
   * How often a message is delivered before it moves to the dead-letter queue. The time between two
   * attempts is six timeouts.
   */
  maxReceives: number;
}

/** The events that a queue delivers to its function: those of this type that match the filter. */
interface EventFilter {
  event: EventType;
  detail?: EventPattern['detail'];
  /**
   * The detail of an event of this type that is also delivered once a day. A new rule may miss the
   * first event of the deployment that creates it:
   * https://docs.aws.amazon.com/eventbridge/latest/userguide/eb-troubleshooting.html
   */
  dailyDetail?: object;
}

interface ByQueueOptions extends LambdaFunctionProps {
  maxReceives: number;
  /** The time between two attempts, at least six timeouts. */
  visibilityTimeout: Duration;
}

interface ScheduleOptions extends LambdaFunctionProps {
  /** False pauses the schedule. */
  enabled?: boolean;
  /** A part of the work that runs more often, as its event says. */
  often?: { every: Duration; detail: object };
}

/** How long EventBridge tries to reach a target. */
const ruleRetries = { retryAttempts: 185, maxEventAge: Duration.hours(24) };

/** The functions that run on events, messages and schedules, with their queues and dead-letter queues. */
export class EventFunctions extends Construct {
  private readonly bus: IEventBus;
  /** The queues from which functions handle messages, by the name of the function. */
  readonly queues = new Map<string, Queue>();
  /** The dead-letter queues, by the name of the function. */
  readonly deadLetterQueues = new Map<string, Queue>();
  private readonly alarms: Alarms;

  constructor(scope: Construct, id: string, { bus, alarms }: { bus: IEventBus; alarms: Alarms }) {
    super(scope, id);
    this.bus = bus;
    this.alarms = alarms;
  }

  /** @throws Error when the consumer has no queue */
  queueOf(consumer: string): Queue {
    const queue = this.queues.get(consumer);
    if (!queue) throw new Error(`${consumer} has no queue.`);
    return queue;
  }

  /**
   * Allows a function to send messages to the queue of a consumer, and passes the queue's URL to
   * it.
   */
  allowSend(lambda: Lambda, consumer: string, variable: string): void {
    const queue = this.queueOf(consumer);
    queue.grant(lambda, 'sqs:SendMessage');
    lambda.addEnvironment(variable, queue.queueUrl);
  }

  /** Creates the function of this name and runs it for every event of these types, which have one source. */
  listen(
    consumer: string,
    types: [EventType, ...EventType[]],
    { detail, dailyDetail, ...size }: ListenOptions = {},
  ): LambdaFunction {
    const { lambda, target } = this.runOn(consumer, this.eventsLike(types, detail), size);
    if (dailyDetail)
      this.repeatDaily(
        consumer,
        types[0],
        (input) => new LambdaTarget(lambda, { ...target, event: input }),
        dailyDetail,
      );
    return lambda;
  }

  /**
   * Creates the function of this name, which runs regularly for the event `scheduled` of the
   * contract. It uses a rule, because EventBridge Scheduler would need a role and a payload and
   * offers nothing more that we need.
   */
  schedule(
    consumer: string,
    rate: Duration,
    { enabled = true, often, ...size }: ScheduleOptions = {},
  ): LambdaFunction {
    const { lambda, target } = this.runOn(consumer, { schedule: Schedule.rate(rate), enabled }, size);
    if (often) {
      const { source, type } = scheduled;
      const event = RuleTargetInput.fromObject({ source, 'detail-type': type, detail: often.detail });
      new Rule(this, `${consumer}Often`, {
        schedule: Schedule.rate(often.every),
        enabled,
        targets: [new LambdaTarget(lambda, { ...target, event })],
      });
    }
    return lambda;
  }

  /**
   * Creates the function of this name and a FIFO queue for it. The function handles the messages of
   * one group one at a time and in order, and messages of different groups in parallel.
   */
  consumeInOrder(
    consumer: string,
    { maxReceives, timeoutSeconds = 10, ...size }: InOrderOptions,
  ): LambdaFunction {
    // https://docs.aws.amazon.com/lambda/latest/dg/services-sqs-configure.html
    const visibilityTimeout = Duration.seconds(6 * timeoutSeconds);
    return this.consumeQueue(
      consumer,
      { maxReceives, visibilityTimeout, fifo: true },
      { timeoutSeconds, ...size },
    ).lambda;
  }

  /**
   * Creates the function of this name and a queue that gets every event of a type. The queue
   * delivers an event again until the function succeeds, for much longer than Lambda retries. The
   * function gets messages; see `consumeQueued`.
   */
  listenByQueue(
    consumer: string,
    event: EventType,
    { maxReceives, visibilityTimeout, ...size }: ByQueueOptions,
  ): LambdaFunction {
    const { lambda, queue, deadLetterQueue } = this.consumeQueue(
      consumer,
      { maxReceives, visibilityTimeout },
      { timeoutSeconds: 30, ...size },
    );
    new Rule(this, `${consumer}Rule`, {
      ...this.eventsLike([event]),
      targets: [new SqsQueue(queue, { deadLetterQueue, ...ruleRetries })],
    });
    return lambda;
  }

  /**
   * Creates the function of this name and a FIFO queue that gets all these events, from our bus and
   * from AWS. Only one run of the function handles them at a time, in order and up to ten together.
   * The message is the whole event, so that deduplication keeps two edits of one article, whose
   * events differ in their id.
   */
  listenInOrder(
    consumer: string,
    filters: EventFilter[],
    { maxReceives, timeoutSeconds = 120, ...size }: InOrderOptions,
  ): LambdaFunction {
    const { lambda, queue } = this.consumeQueue(
      consumer,
      {
        maxReceives,
        visibilityTimeout: Duration.seconds(6 * timeoutSeconds),
        fifo: true,
        contentBasedDeduplication: true,
      },
      // A run may send a message to its own queue. Lambda would end such a loop after 16 runs.
      { timeoutSeconds, ...size, mayRepeatItself: true },
      { batchSize: 10 },
    );
    // Two attempts have failed: each waits for the visibility timeout.
    this.alarms.watchOldMessages(consumer, queue, Duration.seconds(2 * 6 * timeoutSeconds));
    // The dead-letter queue of a rule must be a standard queue.
    const undelivered = this.addDeadLetterQueue(`${consumer}Undelivered`);
    const target = { messageGroupId: consumer, deadLetterQueue: undelivered, ...ruleRetries };
    for (const { event, detail, dailyDetail } of filters) {
      new Rule(this, `${consumer}On${event.type.replaceAll(' ', '')}`, {
        ...this.eventsLike([event], detail),
        targets: [new SqsQueue(queue, target)],
      });
      if (dailyDetail)
        this.repeatDaily(
          consumer,
          event,
          (message) => new SqsQueue(queue, { ...target, message }),
          dailyDetail,
        );
    }
    return lambda;
  }

  private repeatDaily(
    consumer: string,
    { source, type }: EventType,
    targetOf: (event: RuleTargetInput) => IRuleTarget,
    detail: object,
  ): void {
    new Rule(this, `${consumer}Daily`, {
      schedule: Schedule.rate(Duration.days(1)),
      targets: [targetOf(RuleTargetInput.fromObject({ source, 'detail-type': type, detail }))],
    });
  }

  /** S3 and SES publish on the default bus, and our functions on our own. */
  private eventsLike(types: [EventType, ...EventType[]], detail?: EventPattern['detail']): RuleProps {
    const [{ source }] = types;
    if (types.some((type) => type.source !== source)) throw new Error('A rule needs events of one source.');
    return {
      ...(source === 'lorewright' ? { eventBus: this.bus } : {}),
      eventPattern: {
        source: [source],
        detailType: types.map(({ type }) => type),
        ...(detail ? { detail } : {}),
      },
    };
  }

  private consumeQueue(
    consumer: string,
    {
      maxReceives,
      ...props
    }: Pick<QueueProps, 'fifo' | 'visibilityTimeout' | 'contentBasedDeduplication'> &
      Pick<ByQueueOptions, 'maxReceives'>,
    size: LambdaFunctionProps,
    source: SqsEventSourceProps = { batchSize: 1, maxConcurrency: 5 },
  ): { lambda: LambdaFunction; queue: Queue; deadLetterQueue: Queue } {
    const lambda = new LambdaFunction(this, consumer, size);
    Validations.of(lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'A queue invokes it, and that queue has a dead-letter queue.',
    });
    const deadLetterQueue = this.addDeadLetterQueue(consumer, props.fifo ? { fifo: true } : {});
    const queue = new Queue(this, `${consumer}Queue`, {
      ...queueDefaults,
      ...props,
      retentionPeriod: Duration.days(deadLetterDays),
      deadLetterQueue: { queue: deadLetterQueue, maxReceiveCount: maxReceives },
    });
    this.queues.set(consumer, queue);
    lambda.addEventSource(new SqsEventSource(queue, source));
    Validations.of(lambda).acknowledge({
      id: 'Serverless-LambdaEventSourceMappingDestination',
      reason: 'SQS itself moves failed messages to the dead-letter queue of the queue.',
    });
    return { lambda, queue, deadLetterQueue };
  }

  /** Events that a consumer could not handle. They stay for two weeks, and the team is alerted. */
  private addDeadLetterQueue(consumer: string, props: Pick<QueueProps, 'fifo'> = {}): Queue {
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
    this.deadLetterQueues.set(consumer, queue);
    this.alarms.watchDeadLetters(consumer, queue);
    return queue;
  }

  /**
   * EventBridge retries until it reaches the function, then Lambda retries. An event that still
   * fails stays in the function's dead-letter queue for two weeks and triggers an alarm.
   */
  private runOn(consumer: string, filter: RuleProps, size: LambdaFunctionProps) {
    const lambda = new LambdaFunction(this, consumer, { timeoutSeconds: 30, ...size });
    const deadLetterQueue = this.addDeadLetterQueue(consumer);
    Validations.of(lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'Its failure destination is a queue, which gets the event and the error.',
    });
    lambda.configureAsyncInvoke({
      retryAttempts: 2,
      maxEventAge: Duration.hours(6),
      onFailure: new SqsDestination(deadLetterQueue),
    });
    const target = { deadLetterQueue, ...ruleRetries };
    new Rule(this, `${consumer}Rule`, {
      ...filter,
      targets: [new LambdaTarget(lambda, target)],
    });
    return { lambda, target };
  }
}
