import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { removalPolicyOf } from './removal-policy.ts';

/**
 * The keys that sign license files. The first one signs, and all are published, so licenses of
 * older keys stay valid: never remove a number. The keys change in two steps, `[1, 2]` and
 * `[2, 1]`, because an app that is offline has only the keys that it was shipped with. See
 * docs/alarms.md, "Replace the key that signs licenses".
 */
const licenseKeyNumbers = [1];

/** The keys in KMS that sign license files. A private key never leaves KMS. */
export class LicenseKeys extends Construct {
  private readonly keys: Key[];
  private readonly siteName: string;

  constructor(
    scope: Construct,
    id: string,
    {
      siteName,
      keepsData,
      numbers = licenseKeyNumbers,
    }: { siteName: string; keepsData: boolean; numbers?: number[] },
  ) {
    super(scope, id);
    this.siteName = siteName;
    this.keys = numbers.map(
      (number) =>
        new Key(this, `Key${number}`, {
          description: 'Signs license files. Without it, no new license works offline.',
          keySpec: KeySpec.ECC_NIST_EDWARDS25519,
          keyUsage: KeyUsage.SIGN_VERIFY,
          removalPolicy: removalPolicyOf(keepsData),
        }),
    );
  }

  get keyIds(): string[] {
    return this.keys.map(({ keyId }) => keyId);
  }

  /** The values that functions of other stacks refer to. */
  get references(): string[] {
    return this.keys.flatMap(({ keyId, keyArn }) => [keyId, keyArn]);
  }

  /** Lets a function sign licenses. */
  allowSign(lambda: Lambda): void {
    const [key] = this.keys;
    if (!key) throw new Error('lib/license-keys.ts names no key that signs licenses.');
    lambda.addEnvironment('LICENSE_SIGNING_KEY_ID', key.keyId);
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['kms:Sign'],
        resources: [key.keyArn],
        conditions: {
          StringEquals: { 'kms:SigningAlgorithm': 'ED25519_SHA_512', 'kms:MessageType': 'RAW' },
        },
      }),
    );
  }

  /** Passes the name that license files have as their issuer. */
  identifySite(lambda: Lambda): void {
    lambda.addEnvironment('LICENSE_ISSUER', this.siteName);
  }

  /** Lets a function read the public keys. */
  allowPublicKeys(lambda: Lambda): void {
    lambda.addEnvironment('LICENSE_KEY_IDS', this.keyIds.join(' '));
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['kms:GetPublicKey'],
        resources: this.keys.map(({ keyArn }) => keyArn),
      }),
    );
  }
}
