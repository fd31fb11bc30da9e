import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/** What we need to deal with Stripe. Both secrets are filled after the first deployment, by `npm run setup:stripe`. */
export class Payments extends Construct {
  readonly secretKey: Secret;
  readonly webhookSecret: Secret;

  constructor(scope: Construct, id: string, { keepsData }: { keepsData: boolean }) {
    super(scope, id);
    const secret = (name: string, description: string) => {
      const made = new Secret(this, name, {
        description,
        removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
      });
      Validations.of(made).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason:
          'Stripe makes it, so only a person can: `npm run setup:stripe` rotates it without a gap (docs/stripe.md).',
      });
      return made;
    };
    this.secretKey = secret('StripeSecretKey', 'The secret key of the Stripe account, sk_...');
    this.webhookSecret = secret(
      'StripeWebhookSecret',
      'The signing secret of the Stripe webhook endpoint, whsec_...; two with a space between them while it is rotated',
    );
  }

  /** Lets a function act on the Stripe account. */
  allowAccount(lambda: Lambda): void {
    lambda.addEnvironment('STRIPE_SECRET_KEY_ARN', this.secretKey.secretArn);
    this.secretKey.grantRead(lambda);
  }

  /** Lets a function verify that a webhook comes from Stripe. */
  allowWebhook(lambda: Lambda): void {
    lambda.addEnvironment('STRIPE_WEBHOOK_SECRET_ARN', this.webhookSecret.secretArn);
    this.webhookSecret.grantRead(lambda);
  }
}
