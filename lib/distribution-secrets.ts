import { Fn, RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/**
 * The distribution sends the first, the API accepts them all. To rotate: `[1]`, `[1, 2]`, `[2, 1]`,
 * `[2]`, with a deployment after each step; docs/runbook.md, "Rotate the distribution's secret". A
 * new number makes a new value.
 */
export const distributionSecretNumbers = [1];

/** The secrets by which the API recognizes requests through CloudFront. */
export class DistributionSecrets extends Construct {
  /** Of all secrets that exist. */
  readonly arns: string[];
  /** References: CloudFormation puts the values in their place, and the template holds none. */
  private readonly references: string[];

  /** @param numbers the newest two, in any order, or one of them */
  constructor(scope: Construct, id: string, numbers: number[]) {
    super(scope, id);
    // The secret before the newest is kept until the next rotation: until a deployment has ended,
    // functions of the API's stack refer to it.
    const newest = Math.max(...numbers);
    const kept = [newest - 1, newest].filter((number) => number > 0);
    const secrets = new Map(kept.map((number) => [number, this.addSecret(number)]));
    this.arns = [...secrets.values()].map(({ secretArn }) => secretArn);
    this.references = numbers.map((number) => {
      const secret = secrets.get(number);
      if (!secret) throw new Error(`The distribution's secret ${number} is older than the newest two.`);
      return secret.secretValue.unsafeUnwrap();
    });
  }

  /**
   * What a browser sends under this name is overwritten:
   * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/add-origin-custom-headers.html
   */
  get header(): Record<string, string> {
    return { 'x-distribution-secret': this.references[0] ?? '' };
  }

  /** Passes the accepted secrets to a function. */
  tell(lambda: Lambda): void {
    lambda.addEnvironment('DISTRIBUTION_SECRETS', Fn.join(' ', this.references));
  }

  private addSecret(number: number): Secret {
    const secret = new Secret(this, `Secret${number}`, {
      description: 'By this the API knows that a request comes through our distribution.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      // Both ends get it from here, so nothing is lost when it is made anew.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'A deployment carries it to both ends, so a deployment rotates it (docs/runbook.md). A schedule would change one end only.',
    });
    return secret;
  }
}
