import { Duration, RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import {
  Alarm,
  type AlarmProps,
  ComparisonOperator,
  Stats,
  TreatMissingData,
} from 'aws-cdk-lib/aws-cloudwatch';
import { SnsAction } from 'aws-cdk-lib/aws-cloudwatch-actions';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import type { Queue } from 'aws-cdk-lib/aws-sqs';
import { Construct } from 'constructs';
import { linkToRunbook } from './runbook.ts';
import type { StageSettings } from './stage-settings.ts';

interface Watched
  extends Pick<AlarmProps, 'metric' | 'threshold' | 'datapointsToAlarm'>,
    Partial<Pick<AlarmProps, 'evaluationPeriods' | 'treatMissingData'>> {
  /** What it means, in a sentence: it stands in the mail. */
  meaning: string;
  /** The section of docs/runbook.md that says more. */
  section: string;
}

/** Who hears of it when something is wrong. */
export class Alarms extends Construct {
  /** All that is watched. */
  readonly all: Alarm[] = [];
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, { alarmAddress }: StageSettings) {
    super(scope, id);
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
    // The key that AWS keeps for SNS lets no alarm in.
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html
    const key = new Key(this, 'TopicKey', {
      description: 'Encrypts alarms on their way to the team.',
      enableKeyRotation: true,
      // An alarm that was sent is a mail; nothing is left that would need the key.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.grant(cloudWatch, 'kms:Decrypt', 'kms:GenerateDataKey*');
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    // With a policy of its own the topic has lost the one that lets in everybody of the account.
    this.topic.addToResourcePolicy(
      new PolicyStatement({
        principals: [cloudWatch],
        actions: ['sns:Publish'],
        resources: [this.topic.topicArn],
      }),
    );
    const subscription = this.topic.addSubscription(new EmailSubscription(alarmAddress));
    Validations.of(subscription).acknowledge({
      id: 'Serverless-SNSRedrivePolicy',
      reason: 'A mail: SNS tries 50 times within six hours, and the alarm itself stays in CloudWatch.',
    });
  }

  /**
   * Tells the team when a metric reaches the threshold, and when it is over. Unless told otherwise, one period is enough, and no value at
   * all is good news.
   */
  watch(id: string, { meaning, section, ...watched }: Watched): void {
    const alarm = new Alarm(this, id, {
      evaluationPeriods: 1,
      treatMissingData: TreatMissingData.NOT_BREACHING,
      ...watched,
      alarmDescription: `${meaning} What to do: ${linkToRunbook(section)}`,
      comparisonOperator: ComparisonOperator.GREATER_THAN_OR_EQUAL_TO_THRESHOLD,
    });
    const toTopic = new SnsAction(this.topic);
    alarm.addAlarmAction(toTopic);
    alarm.addOkAction(toTopic);
    this.all.push(alarm);
  }

  /** Tells the team as soon as one event waits in the dead-letter queue of a function. */
  watchDeadLetters(consumer: string, queue: Queue): void {
    this.watch(`${consumer}DeadLetters`, {
      meaning: `Events wait that ${consumer} could not handle.`,
      section: 'Dead letters',
      metric: queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
    });
  }

  /** Alerts the team when the oldest message of a FIFO queue waits for this long: everything behind it waits too. */
  watchOldMessages(consumer: string, queue: Queue, age: Duration): void {
    this.watch(`${consumer}OldMessages`, {
      meaning: `The messages of ${consumer} have been waiting for ${age.toMinutes()} minutes.`,
      section: 'Old messages',
      metric: queue.metricApproximateAgeOfOldestMessage({
        period: Duration.minutes(5),
        statistic: Stats.MAXIMUM,
      }),
      threshold: age.toSeconds(),
    });
  }
}
