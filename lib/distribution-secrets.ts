import { CrossStackReferences, Fn, ReferenceStrength, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/**
 * The distribution sends the first, the API accepts them all. To rotate: `[1]`, `[1, 2]`, `[2, 1]`, `[2]`, with a deployment after each step;
 * docs/runbook.md, "Rotate the distribution's secret". A new number makes a new value.
 */
const numbers = [1];

/** By what the API knows that a request comes through our distribution. */
export class DistributionSecrets extends Construct {
  /** References: CloudFormation puts the values in their place, and the template holds none. */
  private readonly references: string[];

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.references = numbers.map((number) => {
      const secret = new Secret(this, `Secret${number}`, {
        description: 'By this the API knows that a request comes through our distribution.',
        generateSecretString: { passwordLength: 64, excludePunctuation: true },
        // Both ends get it from here, so nothing is lost when it is made anew.
        removalPolicy: RemovalPolicy.DESTROY,
      });
      // A strong reference of the API's stack would keep a rotated secret from being removed.
      CrossStackReferences.of(secret).produce(ReferenceStrength.WEAK);
      Validations.of(secret).acknowledge({
        id: 'AwsSolutions-SMG4',
        reason:
          'A deployment carries it to both ends, so a deployment rotates it (docs/runbook.md). A schedule would change one end only.',
      });
      return secret.secretValue.unsafeUnwrap();
    });
  }

  /** What a browser sends under this name is overwritten: https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/add-origin-custom-headers.html */
  get header(): Record<string, string> {
    return { 'x-distribution-secret': this.references[0] ?? '' };
  }

  /** Tells a function which secrets are good. */
  tell(lambda: Lambda): void {
    lambda.addEnvironment('DISTRIBUTION_SECRETS', Fn.join(' ', this.references));
  }
}
