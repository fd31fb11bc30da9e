import { RemovalPolicy } from 'aws-cdk-lib';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { SiteTable } from './data.ts';
import { type StageSettings, zoneNameOf } from './stages.ts';

interface MailProps {
  stage: StageSettings;
  /** Remembers which mails were sent. */
  idempotency: SiteTable;
}

/** From whom people get mail, and how they end it. */
export class Mail extends Construct {
  private readonly identity: EmailIdentity;
  private readonly unsubscribeKey: Secret;
  private readonly props: MailProps;

  constructor(scope: Construct, id: string, props: MailProps) {
    super(scope, id);
    this.props = props;
    const { domain, senderAddress, keepsData } = props.stage;
    this.identity = new EmailIdentity(this, 'Sender', {
      identity: domain
        ? Identity.publicHostedZone(
            HostedZone.fromHostedZoneAttributes(this, 'Zone', {
              hostedZoneId: domain.hostedZoneId,
              zoneName: zoneNameOf(domain),
            }),
          )
        : Identity.email(senderAddress),
    });
    this.unsubscribeKey = new Secret(this, 'UnsubscribeKey', {
      description:
        'Signs the links in mails by which people unsubscribe. With spaces between them: the first signs, all are accepted.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
  }

  /** Lets a function send mail in our name, each mail once. */
  allowSend(lambda: Lambda): void {
    lambda.addEnvironment('SENDER_ADDRESS', this.props.stage.senderAddress);
    this.identity.grant(lambda, 'ses:SendEmail');
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
