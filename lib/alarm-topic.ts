import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { PolicyStatement, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Topic } from 'aws-cdk-lib/aws-sns';
import { EmailSubscription } from 'aws-cdk-lib/aws-sns-subscriptions';
import { Construct } from 'constructs';
import type { StageSettings } from './stage-settings.ts';

/** Sends alarms to the team, to an address that a team member has confirmed. */
export class AlarmTopic extends Construct {
  readonly topic: Topic;

  constructor(scope: Construct, id: string, { alarmAddress }: StageSettings) {
    super(scope, id);
    const cloudWatch = new ServicePrincipal('cloudwatch.amazonaws.com', {
      conditions: { StringEquals: { 'aws:SourceAccount': Stack.of(this).account } },
    });
    // The key that AWS manages for SNS does not accept alarms.
    // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/Notify_Users_Alarm_Changes.html
    const key = new Key(this, 'TopicKey', {
      description: 'Encrypts alarms on their way to the team.',
      enableKeyRotation: true,
      // An alarm becomes an email, so nothing that is stored needs the key.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    key.grant(cloudWatch, 'kms:Decrypt', 'kms:GenerateDataKey*');
    this.topic = new Topic(this, 'Topic', { masterKey: key, enforceSSL: true });
    // The topic has a policy of its own, so it lacks the default one that admits everyone in the
    // account.
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
      reason: 'An email: SNS tries 50 times within six hours, and the alarm itself stays in CloudWatch.',
    });
  }
}
