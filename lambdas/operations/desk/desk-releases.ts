import * as deskReleaseOperations from '../../../contract/operations/desk-release-operations.ts';
import { downloadCounter } from '../../domain/releases/download-counter.ts';
import { listReleases } from '../../domain/releases/list-releases.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { BUILDS_BUCKET, DOWNLOADS_TABLE } = readConfig({
  BUILDS_BUCKET: resourceName,
  DOWNLOADS_TABLE: resourceName,
});
const from = { s3: s3(), bucket: BUILDS_BUCKET };
const downloads = downloadCounter(dynamodb(), DOWNLOADS_TABLE);

export const deskReleases = serveDesk(deskReleaseOperations.deskReleases, () =>
  listReleases(from, downloads),
);
