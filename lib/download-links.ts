import { CustomResource, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { CachePolicy, CacheQueryStringBehavior, KeyGroup, PublicKey } from 'aws-cdk-lib/aws-cloudfront';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key, KeySpec, KeyUsage } from 'aws-cdk-lib/aws-kms';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { LambdaFunction } from './lambda-function.ts';

/**
 * The keys that sign links to builds and resources. The first one signs, and CloudFront accepts all
 * of them. To rotate, deploy after each step: `[1]`, `[1, 2]`, `[2, 1]`, `[2]`. See docs/alarms.md,
 * "Rotate the key that signs downloads".
 */
const downloadKeyNumbers = [1];

interface SigningKey {
  key: Key;
  publicKey: PublicKey;
}

/** The keys of signed links. CloudFront has the public keys, and a private key never leaves KMS. */
export class DownloadLinks extends Construct {
  /** CloudFront accepts links that one of these keys signed. */
  readonly keyGroup: KeyGroup;
  /** Passes the version and the disposition of an object on to S3, and keeps them apart in the cache. */
  readonly cachePolicy: CachePolicy;
  private readonly keys: SigningKey[];

  constructor(scope: Construct, id: string, { numbers = downloadKeyNumbers }: { numbers?: number[] } = {}) {
    super(scope, id);
    const lambda = new LambdaFunction(this, 'readPublicKey');
    Validations.of(lambda).acknowledge({
      id: 'Serverless-LambdaDLQ',
      reason: 'CloudFormation waits for its answer, and a failure ends the deployment.',
    });
    this.keys = numbers.map((number) => this.addKey(number, lambda));
    this.keyGroup = new KeyGroup(this, 'KeyGroup', { items: this.keys.map(({ publicKey }) => publicKey) });
    this.cachePolicy = new CachePolicy(this, 'CachePolicy', {
      queryStringBehavior: CacheQueryStringBehavior.allowList('versionId', 'response-content-disposition'),
    });
  }

  /** The values that functions of other stacks refer to. */
  get references(): string[] {
    return this.keys.flatMap(({ key, publicKey }) => [key.keyId, key.keyArn, publicKey.publicKeyId]);
  }

  /** Lets a function sign links. */
  allowSign(lambda: Lambda): void {
    const [signing] = this.keys;
    if (!signing) throw new Error('lib/download-links.ts names no key that signs links.');
    lambda.addEnvironment('DOWNLOAD_KEY_ID', signing.key.keyId);
    lambda.addEnvironment('DOWNLOAD_KEY_PAIR_ID', signing.publicKey.publicKeyId);
    lambda.addToRolePolicy(
      new PolicyStatement({
        actions: ['kms:Sign'],
        resources: [signing.key.keyArn],
        conditions: { StringEquals: { 'kms:SigningAlgorithm': 'ECDSA_SHA_256', 'kms:MessageType': 'RAW' } },
      }),
    );
  }

  private addKey(number: number, reader: LambdaFunction): SigningKey {
    const key = new Key(this, `Key${number}`, {
      description: 'Signs links to builds and resources, which work for some hours.',
      keySpec: KeySpec.ECC_NIST_P256,
      keyUsage: KeyUsage.SIGN_VERIFY,
      // A deployment can create another one: only links of the last hours would end.
      removalPolicy: RemovalPolicy.DESTROY,
    });
    reader.addToRolePolicy(new PolicyStatement({ actions: ['kms:GetPublicKey'], resources: [key.keyArn] }));
    const read = new CustomResource(this, `Read${number}`, {
      serviceToken: reader.functionArn,
      resourceType: 'Custom::PublicKey',
      properties: { KeyId: key.keyId },
    });
    const publicKey = new PublicKey(this, `PublicKey${number}`, { encodedKey: read.getAttString('Pem') });
    return { key, publicKey };
  }
}
