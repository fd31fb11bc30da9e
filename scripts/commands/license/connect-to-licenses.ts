import type { JSONWebKeySet } from 'jose';
import { licenseKeysFile } from '../../../contract/records/license-file-name.ts';
import { orderStore } from '../../../lambdas/domain/orders/order-store.ts';
import { readStage, siteNameOf } from '../../../lib/stages.ts';
import { connectToTable } from '../stage/connect-to-tables.ts';

export type LicensesConnection = Awaited<ReturnType<typeof connectToLicenses>>;

/**
 * Connects to a stage on AWS, or to the local cloud if no stage is named.
 * @throws Error that says what to do if the connection is not possible
 */
export async function connectToLicenses(stage?: string) {
  const siteName = siteNameOf(readStage(stage ?? 'local').name);
  const { dynamodb, table, siteUrl, hasAccount } = await connectToTable('Orders', stage);
  return {
    /** The issuer of its licenses. */
    siteName,
    orders: orderStore(dynamodb, table),
    readKeys: () => readPublishedKeys(siteUrl),
    hasAccount,
  };
}

/**
 * Reads the public keys as apps get them.
 * @throws Error that says what to do if the site does not publish them
 */
export async function readPublishedKeys(siteUrl: string): Promise<JSONWebKeySet> {
  const address = `${siteUrl}/${licenseKeysFile}`;
  const response = await fetch(address, { signal: AbortSignal.timeout(10_000) }).catch((error: Error) => {
    const cause = error.cause as NodeJS.ErrnoException | undefined;
    throw new Error(`${address} does not answer (${cause?.code ?? error.name}). Check your connection.`);
  });
  const isPublished = response.headers.get('content-type')?.includes('jwk-set') && response.ok;
  if (!isPublished)
    throw new Error(
      `The site does not publish its license keys: ${address} answers ${response.status}. Look for dead letters of finishDeployment with "npm run redrive -- list".`,
    );
  return (await response.json()) as JSONWebKeySet;
}
