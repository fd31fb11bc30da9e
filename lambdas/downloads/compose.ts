import { downloadSigner } from '../domain/downloads/download-signer.ts';
import { publishedKeys } from '../domain/licenses/published-keys.ts';
import { limitStore } from '../domain/limits/limit-store.ts';
import { orderStore } from '../domain/orders/order-store.ts';
import { downloadCounter } from '../domain/releases/download-counter.ts';
import { releaseStore } from '../domain/releases/release-store.ts';
import { userStore } from '../domain/users/user-store.ts';
import { accessTokens } from '../platform/access-tokens.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { kms } from '../platform/aws/kms.ts';
import { s3 } from '../platform/aws/s3.ts';
import { readConfig, resourceNames } from '../platform/config.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames('BUILDS_BUCKET', 'SITE_BUCKET', 'DOWNLOADS_TABLE', 'LIMITS_TABLE', 'ORDERS_TABLE'),
    ...resourceNames('USERS_TABLE', 'DOWNLOAD_KEY_ID', 'DOWNLOAD_KEY_PAIR_ID', 'LICENSE_ISSUER', 'SITE_URL'),
  });
  const tables = dynamodb();
  const files = s3();
  return {
    builds: { s3: files, bucket: config.BUILDS_BUCKET },
    releases: releaseStore(files, config.BUILDS_BUCKET),
    sign: downloadSigner(kms(), {
      siteUrl: config.SITE_URL,
      keyId: config.DOWNLOAD_KEY_ID,
      keyPairId: config.DOWNLOAD_KEY_PAIR_ID,
    }),
    downloads: downloadCounter(tables, config.DOWNLOADS_TABLE),
    limits: limitStore(tables, config.LIMITS_TABLE),
    orders: orderStore(tables, config.ORDERS_TABLE),
    users: userStore(tables, config.USERS_TABLE),
    siteName: config.LICENSE_ISSUER,
    keys: publishedKeys(files, config.SITE_BUCKET),
    tokens: accessTokens(),
  };
}
