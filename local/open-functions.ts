import { getCompileCacheDir } from 'node:module';
import { dirname } from 'node:path';
import { localCredentials } from '../scripts/commands/stage/connect.ts';
import { countFromLogs } from './fakes/cloudwatch/metric-filters.ts';
import type { Invoke } from './fakes/lambda/lambda-runner.ts';
import { type LambdaRunner, startLambdaRunner } from './fakes/lambda/lambda-runner.ts';
import type { LocalStack } from './read-stack.ts';
import { resolveSecrets } from './resolve-template.ts';
import type { Services } from './start-services.ts';

const maxLogLines = 500;

export interface Functions {
  /** Fails until the functions run. */
  invoke: Invoke;
  /** The last lines of their logs, newest first. */
  logs: () => string[];
  start(stack: LocalStack, services: Services, siteUrl: string): LambdaRunner;
  reload(): void;
}

/**
 * The functions of the stack. The services must be able to invoke them before they run, and the
 * functions need the services' endpoints.
 * @param bundle makes sure that a function has a bundle; without it, all functions have one
 */
export function openFunctions(
  onProblem: (message: string) => void,
  bundle?: (name: string) => Promise<void>,
): Functions {
  let runner: LambdaRunner | undefined;
  const logs: string[] = [];
  let countLine: ReturnType<typeof countFromLogs> = () => {};
  const onLog = (functionName: string, line: string) => {
    countLine(functionName, line);
    logs.unshift(`${functionName}: ${line}`);
    logs.length = Math.min(logs.length, maxLogLines);
  };
  return {
    async invoke(functionId, event) {
      if (!runner) throw new Error('The functions are not running yet.');
      return runner.invoke(functionId, event).catch((error: Error) => {
        onProblem(`${functionId} failed: ${error.name}: ${error.message}`);
        throw error;
      });
    },
    logs: () => logs,
    start(stack, services, siteUrl) {
      const functions = stack.functions.map((lambda) => ({
        ...lambda,
        environment: resolveAll(lambda.environment, services.secrets.values),
      }));
      countLine = countFromLogs(services.metrics, stack.metricFilters);
      const environment = { ...describeEnvironment(stack, services), SITE_URL: siteUrl };
      // The folder of this process, in which Node.js has one for its version.
      const compileCache = getCompileCacheDir();
      runner = startLambdaRunner({
        functions,
        environment,
        onLog,
        bundle,
        compileCacheFolder: compileCache && dirname(compileCache),
      });
      return runner;
    },
    reload: () => runner?.reload(),
  };
}

/** The environment variables by which the SDK finds the services on this machine. */
function describeEnvironment(stack: LocalStack, { dynamodb, s3, stripe, awsServices, cognito }: Services) {
  return {
    AWS_REGION: stack.region,
    AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    AWS_ENDPOINT_URL_DYNAMODB: dynamodb.endpoint,
    AWS_ENDPOINT_URL_S3: s3.endpoint,
    AWS_ENDPOINT_URL_COGNITO_IDENTITY_PROVIDER: cognito.endpoint,
    AWS_ENDPOINT_URL_SESV2: awsServices.endpoint,
    AWS_ENDPOINT_URL_CLOUDFRONT: awsServices.endpoint,
    AWS_ENDPOINT_URL_CLOUDWATCH: awsServices.endpoint,
    AWS_ENDPOINT_URL_KMS: awsServices.endpoint,
    AWS_ENDPOINT_URL_EVENTBRIDGE: awsServices.endpoint,
    AWS_ENDPOINT_URL_SECRETS_MANAGER: awsServices.endpoint,
    AWS_ENDPOINT_URL_SQS: awsServices.endpoint,
    AWS_ENDPOINT_URL_SSM: awsServices.endpoint,
    DOORBELL_URL: `${awsServices.endpoint}/event`,
    PRICE_IDS: JSON.stringify(stripe.priceIds),
    ...(stripe.endpoint ? { STRIPE_API_URL: stripe.endpoint } : {}),
  };
}

/**
 * Resolves secrets like a CloudFormation deployment: the functions' settings contain the values.
 */
function resolveAll(environment: Record<string, string>, secrets: Readonly<Record<string, string>>) {
  return Object.fromEntries(
    Object.entries(environment).map(([name, value]) => [name, resolveSecrets(value, secrets)]),
  );
}
