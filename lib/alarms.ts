import { Duration } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { describeAlarm } from '../contract/rules/alarm-description.ts';
import type { StatusComponent } from '../contract/rules/status-rules.ts';
import { linkToRunbook } from './runbook.ts';

interface Watched
  extends Pick<AlarmProps, 'metric' | 'threshold' | 'datapointsToAlarm'>,
    Partial<Pick<AlarmProps, 'evaluationPeriods' | 'treatMissingData'>> {
  /** The meaning of the alarm in a sentence, for the email. */
  meaning: string;
  /** The section of docs/alarms.md that describes it. */
  section: string;
  /** The components of the status page in which visitors notice the problem. None for what only the team notices. */
  affects: readonly StatusComponent[];
}

/** The alarms of a stack. */
export class Alarms extends Construct {
  readonly names: string[] = [];
  private readonly topic: ITopic;
  private readonly siteName: string;

  /** @param props.siteName the names of all alarms begin with it */
  constructor(scope: Construct, id: string, { siteName, topic }: { siteName: string; topic: ITopic }) {
    super(scope, id);
    this.topic = topic;
    this.siteName = siteName;
  }

  /**
   * Alerts the team when a metric reaches the threshold, and when it recovers. By default, one
   * period is enough, and missing data is not an alarm.
   */
  watch(id: string, { meaning, section, affects, ...watched }: Watched): void {
    const alarmName = `${this.siteName}-${id}`;
    const alarm = new Alarm(this, id, {
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...watched,
      alarmName,
      alarmDescription: describeAlarm(meaning, linkToRunbook(section), affects),
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    });
    const toTopic = new SnsAction(this.topic);
    alarm.addAlarmAction(toTopic);
    alarm.addOkAction(toTopic);
    this.names.push(alarmName);
  }

  /** Alerts the team as soon as one event waits in the dead-letter queue of a function. */
  watchDeadLetters(consumer: string, queue: Queue, affects: readonly StatusComponent[]): void {
    this.watch(`${consumer}DeadLetters`, {
      meaning: `Events that ${consumer} could not handle are waiting.`,
      section: 'Dead letters',
      affects,
      metric: queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
    });
  }

  /**
   * Alerts the team when the oldest message of a FIFO queue has waited this long: all later
   * messages wait too.
   */
  watchOldMessages(consumer: string, queue: Queue, age: Duration, affects: readonly StatusComponent[]): void {
    this.watch(`${consumer}OldMessages`, {
      meaning: `The messages of ${consumer} have been waiting for ${age.toMinutes()} minutes.`,
      section: 'Old messages',
      affects,
      metric: queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(5),
        statistic: Stats.MAXIMUM,
      }),
      threshold: age.toSeconds(),
    });
  }
}
