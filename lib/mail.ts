import { RemovalPolicy, Stack, Validations } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { CnameRecord, HostedZone } from 'aws-cdk-lib/aws-route53';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import {
  ConfigurationSet,
  EmailIdentity,
  EmailSendingEvent,
  EventDestination,
  Identity,
  SuppressionReasons,
} from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { Domain } from '../settings.ts';
import type { SiteTable } from './data.ts';
import { senderDomainOf } from './sender-domain.ts';
import { type StageSettings, zoneNameOf } from './stage-settings.ts';

interface MailProps {
  stage: StageSettings;
  /** Remembers which mails were sent. */
  idempotency: SiteTable;
}

/** From whom people get mail, how they end it, and what becomes of it. */
export class Mail extends Construct {
  /** What SES does with every mail of ours, and what it tells of it. */
  readonly configurationSet: ConfigurationSet;
  private readonly identity: EmailIdentity;
  private readonly identityName: string;
  private readonly unsubscribeKey: Secret;
  private readonly props: MailProps;

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.props = props;
    const { domain, senderAddress, keepsData } = props.stage;
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      // SES itself sends nothing more to an address after a hard bounce or a complaint; see
      // decision 022.
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSet.addEventDestination('ToBus', {
      // SES knows no other than the default bus.
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [EmailSendingEvent.BOUNCE, EmailSendingEvent.COMPLAINT],
    });
    // Not the zone, which stages of one account may share: SES takes an identity once for each
    // account.
    this.identityName = domain ? senderDomainOf(props.stage) : senderAddress;
    this.identity = new EmailIdentity(this, 'Sender', {
      // So no mail goes without, whoever sends it.
      configurationSet: this.configurationSet,
      identity: domain ? Identity.domain(this.identityName) : Identity.email(this.identityName),
    });
    if (domain) this.addSignatures(domain);
    this.unsubscribeKey = new Secret(this, 'UnsubscribeKey', {
      description:
        'Signs the links in mails by which people unsubscribe. With spaces between them: the first signs, all are accepted.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    Validations.of(this.unsubscribeKey).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Links in mails have to work for as long as people keep mails, so a schedule must not end them. A person can replace it; all it signs is who wants no mail.',
    });
  }

  /** What functions of other stacks refer to. */
  get references(): string[] {
    return [this.configurationSet.configurationSetName, this.unsubscribeKey.secretArn];
  }

  /** By these records SES sees that the name is ours, and everybody that a mail is. */
  private addSignatures(domain: Domain): void {
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: domain.hostedZoneId,
      zoneName: zoneNameOf(domain),
    });
    // The dot says that the name is whole: without it CDK appends the zone's.
    for (const [index, { name, value }] of this.identity.dkimRecords.entries())
      new CnameRecord(this, `Signature${index}`, { zone, recordName: `${name}.`, domainName: value });
  }

  /** Lets a function send mail in our name, each mail once. */
  allowSend(lambda: Lambda): void {
    lambda.addEnvironment('SENDER_ADDRESS', this.props.stage.senderAddress);
    const arn = (resource: string, resourceName: string) =>
      Stack.of(lambda).formatArn({ service: 'ses', resource, resourceName });
    Grant.addToPrincipal({
      grantee: lambda,
      actions: ['ses:SendEmail'],
      resourceArns: [
        // By its name: a reference from another stack would forbid another sender address.
        arn('identity', this.identityName),
        // Whoever sends by a configuration set must be allowed to use it, also if it is the
        // identity's own.
        arn('configuration-set', this.configurationSet.configurationSetName),
      ],
    });
    this.props.idempotency.allow(lambda, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
  }

  /** Tells a function where the team reads its mail. */
  allowTeamAddress(lambda: Lambda): void {
    lambda.addEnvironment('TEAM_ADDRESS', this.props.stage.teamAddress);
  }

  /** Lets a function make, or understand, the links by which people unsubscribe. */
  allowUnsubscribeLinks(lambda: Lambda): void {
    lambda.addEnvironment('UNSUBSCRIBE_KEY_ARN', this.unsubscribeKey.secretArn);
    this.unsubscribeKey.grantRead(lambda);
  }
}
