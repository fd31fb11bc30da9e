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
  /** What the alarm means, in a sentence for the email. */
  meaning: string;
  /** The section of docs/runbook.md about it. */
  section: string;
}

/** The alarms, and the topic that sends them to the team. */
export class Alarms extends Construct {
  /** All alarms. */
  readonly all: Alarm[] = [];
  private readonly topic: Topic;

  constructor(scope: Construct, id: string, { alarmAddress }: StageSettings) {
    super(scope, id);
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
    // AWS's own key for SNS does not accept alarms.
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html
    const key = new Key(this, 'TopicKey', {
      description: 'Encrypts alarms on their way to the team.',
      enableKeyRotation: true,
      // A sent alarm is an email, so nothing stored needs the key.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.grant(cloudWatch, 'kms:Decrypt', 'kms:GenerateDataKey*');
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    // This policy replaces the default one, which allows the whole account.
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
      reason: 'SNS tries an email 50 times within six hours, and the alarm itself stays in CloudWatch.',
    });
  }

  /**
   * Tells the team when a metric reaches the threshold, and when that is over. By default, one period is enough, and missing data is good.
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
      meaning: `Events that ${consumer} could not handle are waiting.`,
      section: 'Dead letters',
      metric: queue.metricApproximateNumberOfMessagesVisible({
        period: Duration.minutes(1),
        statistic: Stats.MAXIMUM,
      }),
      threshold: 1,
    });
  }
}
