import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';
import { startAwsServices } from '../../local/aws-services.ts';
import { startGateway } from '../../local/fakes/api-gateway/gateway.ts';
import { openEventBus } from '../../local/fakes/eventbridge/event-bus.ts';
import { openKeyService } from '../../local/fakes/kms/key-service.ts';
import type { LocalFunction } from '../../local/fakes/lambda/lambda-runner.ts';
import { startLambdaRunner } from '../../local/fakes/lambda/lambda-runner.ts';
import { openSecrets } from '../../local/fakes/secrets-manager/secrets.ts';
import { openMailService } from '../../local/fakes/ses/mail-service.ts';
import { openMailbox } from '../../local/fakes/ses/mailbox.ts';
import { openQueueStore } from '../../local/fakes/sqs/queue-store.ts';
import { keepSecret } from '../../local/keep-secret.ts';
import { readStack } from '../../local/read-stack.ts';
import { bundleOptions } from '../../scripts/build/bundle-lambdas.ts';
import { localCredentials } from '../../scripts/commands/stage/connect.ts';

/*
 * A separate process for `measurePayments`, so that the load and the server do not share a thread:
 * the gateway of the local cloud with the webhook as it is built, the same with a bus that responds
 * at once, and a handler that only verifies the signature.
 */
export interface WebhookServer {
  endpoint: string;
}

/** The secret header that the load sends, as the distribution would. */
export const distributionSecret = 'b'.repeat(64);

export const webhookPaths = {
  verifying: '/verify-only',
  withInstantBus: '/stripeWebhook-with-instant-bus',
  whole: '/stripeWebhook',
};

if (import.meta.main) {
  const [dir = '', webhookSecret = ''] = process.argv.slice(2);
  process.once('disconnect', () => process.exit());
  process.send?.(await startWebhookServer(dir, webhookSecret));
}

async function startWebhookServer(dir: string, webhookSecret: string): Promise<WebhookServer> {
  const stack = await readStack();
  const webhook = stack.functions.find(({ name }) => name === 'stripeWebhook');
  if (!webhook) throw new Error('The stack has no function stripeWebhook.');

  const queues = await openQueueStore({ dir: join(dir, 'queues'), queues: stack.queues });
  // The consumers are not started: Stripe does not wait for them, and they would use the same two
  // cores.
  const bus = await openEventBus({
    dir: join(dir, 'events'),
    region: stack.region,
    rules: stack.rules,
    schedules: [],
    functions: stack.functions,
    queues,
    onProblem: (message) => console.error(message),
  });
  const services = {
    queues,
    mailer: openMailService({
      dir: join(dir, 'mail'),
      mailbox: await openMailbox(join(dir, 'mail')),
      bus,
      settings: stack.mail,
      onProblem: (message) => console.error(message),
    }),
    secrets: await openSecrets(join(dir, 'secrets.json'), {
      [webhook.environment.STRIPE_WEBHOOK_SECRET_ARN ?? '']: webhookSecret,
    }),
    keys: openKeyService(await keepSecret(join(dir, 'code-key')), stack.userPool.codeKeyArn),
    functions: stack.functions,
    publishToChannel: () => ({ status: 404, body: {} }),
    answerMetrics: () => undefined,
    parameters: stack.parameters,
  };
  const durable = await startAwsServices({ ...services, bus });
  const instant = await startAwsServices({ ...services, bus: { ...bus, put: async () => randomUUID() } });

  const onServices = (id: string, endpoint: string): LocalFunction => ({
    ...webhook,
    id,
    environment: {
      ...webhook.environment,
      DISTRIBUTION_SECRET: distributionSecret,
      AWS_ENDPOINT_URL_EVENTBRIDGE: endpoint,
      AWS_ENDPOINT_URL_SECRETS_MANAGER: endpoint,
    },
  });
  const functions = [
    {
      ...webhook,
      id: webhookPaths.verifying,
      bundleFolder: await bundleVerifying(join(dir, 'verify-only')),
      environment: { WEBHOOK_SECRET: webhookSecret },
    },
    onServices(webhookPaths.withInstantBus, instant.endpoint),
    onServices(webhookPaths.whole, durable.endpoint),
  ];
  const { invoke } = startLambdaRunner({
    functions,
    environment: {
      AWS_REGION: stack.region,
      AWS_ACCESS_KEY_ID: localCredentials.accessKeyId,
      AWS_SECRET_ACCESS_KEY: localCredentials.secretAccessKey,
    },
    onLog: (name, line) => console.error(`${name}: ${line}`),
  });
  const routes = functions.map(({ id }) => ({ method: 'POST', path: id, functionId: id }));
  const { endpoint } = await startGateway({ routes, jwks: { keys: [] }, invoke });
  return { endpoint };
}

async function bundleVerifying(folder: string): Promise<string> {
  await build({
    ...bundleOptions,
    entryPoints: ['test/bench/verify-only-handler.ts'],
    outfile: join(folder, 'index.js'),
  });
  await writeFile(join(folder, 'package.json'), JSON.stringify({ type: 'commonjs' }));
  return folder;
}
