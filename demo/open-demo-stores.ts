import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { DynamoDBClient } from '@aws-sdk/client-dynamodb';
import { DynamoDBDocumentClient } from '@aws-sdk/lib-dynamodb';
import Stripe from 'stripe';
import type { LicenseSigner } from '../lambdas/domain/licenses/sign-license.ts';
import type { CloudFolder } from '../local/cloud-folder.ts';
import { openMetricStore } from '../local/fakes/cloudwatch/metric-store.ts';
import { openUserPool } from '../local/fakes/cognito/user-pool.ts';
import { startDynamodb } from '../local/fakes/dynamodb/start-dynamodb.ts';
import { openKeyService } from '../local/fakes/kms/key-service.ts';
import { openStripe } from '../local/fakes/stripe/open-stripe.ts';
import { writeDurably } from '../local/files/write-durably.ts';
import { keepSecret } from '../local/keep-secret.ts';
import type { LocalStack } from '../local/read-stack.ts';
import { readVariable } from '../local/start-services.ts';
import { stripeProducts } from '../local/stripe-products.ts';
import { localClient } from '../scripts/commands/stage/connect.ts';

/** The services of a local cloud that is not running, with a clock in the past. */
export async function openDemoStores(stack: LocalStack, folder: CloudFolder, now: () => Date) {
  const dynamodb = await startDynamodb({ dir: folder('tables'), tables: stack.tables });
  const { userPool } = stack;
  const groups: string[] = [...userPool.groups];
  const pool = await openUserPool(folder('accounts'), userPool.id, groups);
  const webSettings = JSON.parse(stack.outputs.WebSettings ?? '{}') as {
    priceIds: Parameters<typeof stripeProducts>[0];
  };
  const fake = await openStripe({
    products: stripeProducts(webSettings.priceIds, 'included'),
    // Each order is settled when it is paid, so the events are not needed.
    listener: { secret: 'whsec_demo', onEvent: () => {} },
    nowSeconds: () => Math.floor(now().getTime() / 1000),
  });
  const metrics = await openMetricStore(join(folder('metrics'), 'metrics.jsonl'));
  const secret = await keepSecret(join(folder('accounts'), 'code-key'));
  const keys = openKeyService(secret, userPool.codeKeyArn, stack.signingKeys);
  const keyId = readVariable(stack, 'LICENSE_SIGNING_KEY_ID');
  const signer: LicenseSigner = {
    keyId,
    async sign(message) {
      const { Signature } = keys.Sign({
        KeyId: keyId,
        Message: Buffer.from(message).toString('base64'),
        SigningAlgorithm: 'ED25519_SHA_512',
      });
      return Buffer.from(Signature, 'base64');
    },
  };
  return {
    client: DynamoDBDocumentClient.from(new DynamoDBClient(localClient(dynamodb.endpoint)), {
      marshallOptions: { removeUndefinedValues: true },
    }),
    pool,
    metrics,
    fake,
    stripe: new Stripe('sk_test_demo', {
      httpClient: Stripe.createFetchHttpClient(fake.fetch as typeof globalThis.fetch),
    }),
    signer,
    priceIds: webSettings.priceIds,
    tableOf: (variable: string) => readVariable(stack, variable),
    /** Writes all data to the files that the local cloud reads. */
    async close(): Promise<void> {
      await pool.flush();
      await fake.stop();
      await mkdir(folder('stripe'), { recursive: true });
      await writeDurably(join(folder('stripe'), 'stripe.json'), JSON.stringify(fake.store));
      await dynamodb.stop();
    },
  };
}

export type DemoStores = Awaited<ReturnType<typeof openDemoStores>>;
