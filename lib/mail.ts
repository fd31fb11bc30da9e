import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { HostedZone } from 'aws-cdk-lib/aws-route53';
import { EmailIdentity, Identity } from 'aws-cdk-lib/aws-ses';
import { Construct } from 'constructs';
import type { StageSettings } from './stages.ts';

/** From whom people get mail. */
export class Mail extends Construct {
  private readonly identity: EmailIdentity;
  private readonly senderAddress: string;

  constructor(scope: Construct, id: string, { domain, senderAddress }: StageSettings) {
    super(scope, id);
    this.senderAddress = senderAddress;
    this.identity = new EmailIdentity(this, 'Sender', {
      identity: domain
        ? Identity.publicHostedZone(
            HostedZone.fromHostedZoneAttributes(this, 'Zone', {
              hostedZoneId: domain.hostedZoneId,
              zoneName: domain.name,
            }),
          )
        : Identity.email(senderAddress),
    });
  }

  /** Lets a function send mail in our name. */
  allowSend(lambda: Lambda): void {
    lambda.addEnvironment('SENDER_ADDRESS', this.senderAddress);
    this.identity.grant(lambda, 'ses:SendEmail');
  }
}
