import { RemovalPolicy, Validations } from 'aws-cdk-lib';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';

/**
 * The distribution sends all of these secrets, and the API requires the first. To rotate, deploy
 * after each step: `[1]`, `[1, 2]`, `[2, 1]`, `[2]`. A new number creates a new value. See
 * docs/alarms.md, "Rotate the distribution's secret".
 */
export const distributionSecretNumbers: [required: number, ...others: number[]] = [1];

/** The secrets by which the API recognizes requests through CloudFront. */
export class DistributionSecrets extends Construct {
  /** The ARNs of all existing secrets. */
  readonly arns: string[];
  /** References that CloudFormation resolves, so the template contains no values. */
  private readonly references: [required: string, ...others: string[]];

  /** @param numbers the newest two, in any order, or one of them */
  constructor(scope: Construct, id: string, numbers: [required: number, ...others: number[]]) {
    super(scope, id);
    // The previous secret is kept until the next rotation, because the deployed functions of the
    // API refer to it until their deployment ends.
    const newest = Math.max(...numbers);
    const kept = [newest - 1, newest].filter((number) => number > 0);
    const secrets = new Map(kept.map((number) => [number, this.addSecret(number)]));
    this.arns = [...secrets.values()].map(({ secretArn }) => secretArn);
    const referTo = (number: number) => {
      const secret = secrets.get(number);
      if (!secret) throw new Error(`The distribution's secret ${number} is older than the newest two.`);
      return secret.secretValue.unsafeUnwrap();
    };
    const [required, ...others] = numbers;
    this.references = [referTo(required), ...others.map(referTo)];
  }

  /**
   * CloudFront overwrites a header of this name that a browser sends:
   * https://docs.aws.amazon.com/AmazonCloudFront/latest/DeveloperGuide/add-origin-custom-headers.html
   */
  get header(): Record<string, string> {
    return { 'x-distribution-secret': this.references.join(' ') };
  }

  /**
   * Passes the required secret to a function. CloudFormation resolves at most 60 such references in
   * a template, so each function has only one, even during a rotation.
   */
  allowVerify(lambda: Lambda): void {
    lambda.addEnvironment('DISTRIBUTION_SECRET', this.references[0]);
  }

  private addSecret(number: number): Secret {
    const secret = new Secret(this, `Secret${number}`, {
      description: 'Proves to the API that a request comes through our distribution.',
      generateSecretString: { passwordLength: 64, excludePunctuation: true },
      // A deployment passes the value to both ends, so a new secret loses nothing.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    Validations.of(secret).acknowledge({
      id: 'AwsSolutions-SMG4',
      reason:
        'A deployment passes it to both ends, so a deployment rotates it (docs/alarms.md). A schedule would change only one end.',
    });
    return secret;
  }
}
