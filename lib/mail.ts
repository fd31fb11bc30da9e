import { Stack, Token, Validations } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import { Grant, PolicyStatement } from 'aws-cdk-lib/aws-iam';
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
import { allowReadSecret } from './allow-read-secret.ts';
import type { SiteTable } from './data.ts';
import { removalPolicyOf } from './removal-policy.ts';
import { senderDomainOf } from './sender-domain.ts';
import { type StageSettings, zoneNameOf } from './stage-settings.ts';

interface MailProps {
  stage: StageSettings;
  /** Stores the idempotency keys of sent emails. */
  idempotency: SiteTable;
  /** Stores which emails a person got, and what became of them. */
  mailLog: SiteTable;
}

/** The sender of emails, the key of signed links, and the events of deliveries, bounces and complaints. */
export class Mail extends Construct {
  /** The settings and events of every email of ours. */
  readonly configurationSet: ConfigurationSet;
  private readonly identity: EmailIdentity;
  private readonly identityName: string;
  private readonly linkKey: Secret;
  private readonly props: MailProps;

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.props = props;
    const { domain, senderAddress, keepsData } = props.stage;
    this.configurationSet = new ConfigurationSet(this, 'ConfigurationSet', {
      // SES itself stops sending to an address after a hard bounce or a complaint; see decision
      // 022.
      suppressionReasons: SuppressionReasons.BOUNCES_AND_COMPLAINTS,
    });
    this.configurationSet.addEventDestination('ToBus', {
      // SES supports only the default bus.
      destination: EventDestination.eventBus(EventBus.fromEventBusName(this, 'DefaultBus', 'default')),
      events: [
        EmailSendingEvent.BOUNCE,
        EmailSendingEvent.COMPLAINT,
        EmailSendingEvent.DELIVERY,
        EmailSendingEvent.RENDERING_FAILURE,
      ],
    });
    // Several stages of one account may share the zone, but SES accepts an identity once for each
    // account.
    this.identityName = domain ? senderDomainOf(props.stage) : senderAddress;
    this.identity = new EmailIdentity(this, 'Sender', {
      // Applies the configuration set to every email.
      configurationSet: this.configurationSet,
      identity: domain ? Identity.domain(this.identityName) : Identity.email(this.identityName),
    });
    if (domain) this.addSignatures(domain);
    // The id is from when it signed nothing else. Another id would replace the key.
    this.linkKey = new Secret(this, 'UnsubscribeKey', {
      description:
        'Signs links in emails. Several keys are separated by spaces: the first signs, all are accepted.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: removalPolicyOf(keepsData),
    });
    Validations.of(this.linkKey).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'Links must work for as long as people keep emails, so no schedule may rotate it. A team member can rotate it; the key signs only links in emails.',
    });
  }

  /** The values that functions of other stacks refer to. */
  get references(): string[] {
    return [this.configurationSet.configurationSetName, this.linkKey.secretArn];
  }

  /**
   * Adds the DKIM records. They prove to SES that we own the domain, and to recipients that an
   * email is ours.
   */
  private addSignatures(domain: Domain): void {
    const zone = HostedZone.fromHostedZoneAttributes(this, 'Zone', {
      hostedZoneId: domain.hostedZoneId,
      zoneName: zoneNameOf(domain),
    });
    // With the dot, the name is complete. Without it, CDK appends the zone's name.
    for (const [index, { name, value }] of this.identity.dkimRecords.entries())
      new CnameRecord(this, `Signature${index}`, { zone, recordName: `${name}.`, domainName: value });
  }

  /** Allows a function to send emails in our name, each at most once. */
  allowSend(lambda: Lambda, { withAttachments = false } = {}): void {
    // SES v2 checks the second action when it has to build a MIME message.
    this.allow(lambda, ['ses:SendEmail', ...(withAttachments ? ['ses:SendRawEmail'] : [])]);
    this.props.idempotency.allow(lambda, 'GetItem', 'PutItem', 'UpdateItem', 'DeleteItem');
    this.props.mailLog.allow(lambda, 'PutItem');
  }

  /** Allows a function to send an email to many people in our name, and to read how many SES allows. */
  allowSendBulk(lambda: Lambda): void {
    // SES v2 checks both, and requires a resource of this type even for a template that is part of the request.
    // https://docs.aws.amazon.com/service-authorization/latest/reference/list_amazonsimpleemailservicev2.html
    const anyTemplate = Stack.of(lambda).formatArn({
      service: 'ses',
      resource: 'template',
      resourceName: '*',
    });
    this.allow(lambda, ['ses:SendBulkEmail', 'ses:SendBulkTemplatedEmail'], [anyTemplate]);
    lambda.addToRolePolicy(new PolicyStatement({ actions: ['ses:GetAccount'], resources: ['*'] }));
    const { account, region } = Stack.of(lambda);
    const accountInFinding = Token.isUnresolved(account) ? '<AWS::AccountId>' : account;
    for (const resource of ['*', `arn:aws:ses:${region}:${accountInFinding}:template/*`])
      Validations.of(lambda.role ?? lambda).acknowledge({
        id: `AwsSolutions-IAM5[Resource::${resource}]`,
        reason: 'SES requires a template for bulk emails, and its quota belongs to the account.',
      });
  }

  private allow(lambda: Lambda, actions: string[], moreResources: string[] = []): void {
    lambda.addEnvironment('SENDER_ADDRESS', this.props.stage.senderAddress);
    const arn = (resource: string, resourceName: string) =>
      Stack.of(lambda).formatArn({ service: 'ses', resource, resourceName });
    Grant.addToPrincipal({
      grantee: lambda,
      actions,
      resourceArns: [
        // The statement names the identity: a reference from another stack would block a change of the sender address.
        arn('identity', this.identityName),
        // A sender needs permission for the configuration set, even if it is the identity's
        // default.
        arn('configuration-set', this.configurationSet.configurationSetName),
        ...moreResources,
      ],
    });
  }

  /** Passes the team's address to a function. */
  allowTeamAddress(lambda: Lambda): void {
    lambda.addEnvironment('TEAM_ADDRESS', this.props.stage.teamAddress);
  }

  /** Allows a function to create and verify signed links in emails. */
  allowSignedLinks(lambda: Lambda): void {
    lambda.addEnvironment('LINK_KEY_ARN', this.linkKey.secretArn);
    allowReadSecret(lambda, this.linkKey);
  }
}
