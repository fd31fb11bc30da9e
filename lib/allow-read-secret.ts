import { Grant } from 'aws-cdk-lib/aws-iam';
import type { Function as Lambda } from 'aws-cdk-lib/aws-lambda';
import type { ISecret } from 'aws-cdk-lib/aws-secretsmanager';

/** Lets a function read the value of a secret. `grantRead` would also let it read the description. */
export function allowReadSecret(lambda: Lambda, secret: ISecret): void {
  Grant.addToPrincipal({
    grantee: lambda,
    actions: ['secretsmanager:GetSecretValue'],
    resourceArns: [secret.secretArn],
  });
}
