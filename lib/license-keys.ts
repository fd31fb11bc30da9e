import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';

/**
 * How many keys exist. All of them are published, so licenses of older keys stay valid. A private
 * key never leaves KMS. See decision 038.
 */
const numberOfLicenseKeys = 1;

/**
 * The number of the key that signs. An app that is offline knows only the keys that it was shipped
 * with, so a new key first ships with an app.
 */
const signingKeyNumber = 1;

/** The keys that sign license files. */
export class LicenseKeys extends Construct {
  private readonly keys: Key[];
  private readonly siteName: string;

  constructor(
    scope: Construct,
    id: string,
    { siteName, keepsData }: { siteName: string; keepsData: boolean },
  ) {
    super(scope, id);
    this.siteName = siteName;
    this.keys = Array.from(
      { length: numberOfLicenseKeys },
      (_, index) =>
        new Key(this, `Key${index + 1}`, {
          description: 'Signs license files. Without it, no new license works offline.',
          keySpec: KeySpec.ECC_NIST_EDWARDS25519,
          keyUsage: KeyUsage.SIGN_VERIFY,
          removalPolicy: keepsData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
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
    const key = this.keys[signingKeyNumber - 1];
    if (!key) throw new Error(`There is no license key ${signingKeyNumber}.`);
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
