import * as downloadOperations from '../../../contract/operations/download-operations.ts';
import { authorizeUpdater } from '../../domain/licenses/authorize-updater.ts';
import { publishedKeys } from '../../domain/licenses/published-keys.ts';
import { limitStore } from '../../domain/limits/limit-store.ts';
import { orderStore } from '../../domain/orders/order-store.ts';
import { findUpdateFile } from '../../domain/releases/find-build.ts';
import { releaseStore } from '../../domain/releases/release-store.ts';
import { userStore } from '../../domain/users/user-store.ts';
import { accessTokens } from '../../platform/access-tokens.ts';
import { AppError } from '../../platform/app-error.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { redirect } from '../../platform/serve.ts';
import { downloadSigning } from '../../wiring/download-signing.ts';

const config = readConfig({
  BUILDS_BUCKET: resourceName,
  LICENSE_ISSUER: resourceName,
  LIMITS_TABLE: resourceName,
  ORDERS_TABLE: resourceName,
  SITE_BUCKET: resourceName,
  USERS_TABLE: resourceName,
});
const files = s3();
const tables = dynamodb();
const releases = releaseStore(files, config.BUILDS_BUCKET);
const limits = limitStore(tables, config.LIMITS_TABLE);
const sign = downloadSigning();
const dependencies = {
  siteName: config.LICENSE_ISSUER,
  keys: publishedKeys(files, config.SITE_BUCKET),
  tokens: accessTokens(),
  orders: orderStore(tables, config.ORDERS_TABLE),
  users: userStore(tables, config.USERS_TABLE),
};

/** Answers with a redirect, because updaters do not know our envelope. */
export const updateFile = redirect(async (request) => {
  const now = new Date();
  const updater = await authorizeUpdater(dependencies, request.headers.authorization, now);
  const file = downloadOperations.updateFile.request.safeParse(request.pathParameters ?? {});
  if (!file.success)
    throw new AppError('invalid-argument', 'The version, platform or file name is not valid.');
  const object = await findUpdateFile(releases, file.data);
  // A file that is used too often does not count for the order, so that it cannot use up the limit of the others.
  await limits.take('updateFile', updater.counted, now);
  if (updater.orderId) await limits.take('updateFileOfOrder', updater.orderId, now);
  return sign(object, now);
});
