import { existsSync } from 'node:fs';
import { Duration, RemovalPolicy, Validations } from 'aws-cdk-lib';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import * as lambda from 'aws-cdk-lib/aws-lambda';
import * as logs from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import { logDays } from '../contract/rules/retention.ts';

export interface LambdaFunctionProps {
  timeoutSeconds?: number;
  memoryMegabytes?: number;
}

/** The output of `npm run build`, with one folder per function. */
const bundles = 'dist/lambdas';

/**
 * The only way to create a function here: named after its folder under `lambdas/`, with its own
 * role, which may only write its logs until something is granted.
 */
export class LambdaFunction extends lambda.Function {
  readonly folder: string;

  constructor(
    scope: Construct,
    folder: string,
    { timeoutSeconds = 10, memoryMegabytes = 512 }: LambdaFunctionProps = {},
  ) {
    const id = folder.charAt(0).toUpperCase() + folder.slice(1);
    const bundle = `${bundles}/${folder}`;
    if (!existsSync(bundle)) throw new Error(`${bundle} is missing: run "npm run build" first.`);
    const logGroup = new logs.LogGroup(scope, `${id}Logs`, {
      retention: logDays,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    // Its own role, because the one that CDK would create may write to every log group of the
    // account.
    const role = new Role(scope, `${id}Role`, { assumedBy: new ServicePrincipal('lambda.amazonaws.com') });
    super(scope, id, {
      role,
      runtime: lambda.Runtime.NODEJS_24_X,
      architecture: lambda.Architecture.ARM_64,
      handler: 'index.handler',
      // Source maps, if there are any, are for reading stack traces; deploying them would slow down
      // cold starts.
      code: lambda.Code.fromAsset(bundle, { exclude: ['*.map'] }),
      timeout: Duration.seconds(timeoutSeconds),
      memorySize: memoryMegabytes,
      loggingFormat: lambda.LoggingFormat.JSON,
      logGroup,
      environment: { POWERTOOLS_SERVICE_NAME: folder },
    });
    this.folder = folder;
    logGroup.grantWrite(this);
    Validations.of(this).acknowledge({
      id: 'Serverless-LambdaTracing',
      reason:
        'The logs contain the request id. X-Ray has no resources: each function would need a permission on "*".',
    });
  }
}
