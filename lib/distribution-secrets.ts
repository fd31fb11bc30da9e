import { Fn, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/**
 * CloudFront sends the first secret and the API accepts all. To rotate: `[1]`, `[1, 2]`, `[2, 1]`, `[2]`, with a deployment after each step;
 * see docs/runbook.md, "Rotate the distribution's secret". A new number creates a new value.
 */
const numbers = [1];

/** The secrets by which the API recognizes requests through CloudFront. */
export class DistributionSecrets extends Construct {
  /** References: CloudFormation resolves the values, and the template contains none. */
  private readonly references: string[];

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.references = numbers.map((number) => {
      const secret = new Secret(this, `Secret${number}`, {
        description: 'Shows the API that a request comes through CloudFront.',
        generateSecretString: { passwordLength: 64, excludePunctuation: true },
        // Both sides get it from here, so nothing is lost when it is created again.
        removalPolicy: RemovalPolicy.DESTROY,
      });
      Validations.of(secret).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason:
          'Deployments rotate it, because they change both sides (docs/runbook.md). A schedule would change only one side.',
      });
      return secret.secretValue.unsafeUnwrap();
    });
  }

  /** CloudFront overwrites a browser's own header of this name: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/add-origin-custom-headers.html */
  get header(): Record<string, string> {
    return { 'x-distribution-secret': this.references[0] ?? '' };
  }

  /** Passes the accepted secrets to a function. */
  tell(lambda: Lambda): void {
    lambda.addEnvironment('DISTRIBUTION_SECRETS', Fn.join(' ', this.references));
  }
}
