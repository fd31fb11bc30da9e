import { Validations } from 'aws-cdk-lib';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { allowReadSecret } from './allow-read-secret.ts';
import { removalPolicyOf } from './removal-policy.ts';

/** The secrets for Stripe. `npm run setup:stripe` sets both after the first deployment. */
export class Payments extends Construct {
  readonly secretKey: Secret;
  readonly webhookSecret: Secret;

  constructor(scope: Construct, id: string, { keepsData }: { keepsData: boolean }) {
    super(scope, id);
    const secret = (name: string, description: string) => {
      const made = new Secret(this, name, {
        description,
        removalPolicy: removalPolicyOf(keepsData),
      });
      Validations.of(made).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason:
          'Stripe creates it, so a person rotates it without a gap with `npm run setup:stripe` (docs/stripe.md).',
      });
      return made;
    };
    this.secretKey = secret('StripeSecretKey', 'The secret key of the Stripe account, sk_...');
    this.webhookSecret = secret(
      'StripeWebhookSecret',
      'The signing secret of the Stripe webhook endpoint, whsec_...; two, separated by a space, during a rotation',
    );
  }

  /** Lets a function use the Stripe account. */
  allowAccount(lambda: Lambda): void {
    lambda.addEnvironment('STRIPE_SECRET_KEY_ARN', this.secretKey.secretArn);
    allowReadSecret(lambda, this.secretKey);
  }

  /** Lets a function verify that a webhook comes from Stripe. */
  allowWebhook(lambda: Lambda): void {
    lambda.addEnvironment('STRIPE_WEBHOOK_SECRET_ARN', this.webhookSecret.secretArn);
    allowReadSecret(lambda, this.webhookSecret);
  }
}
