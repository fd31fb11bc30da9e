import { operations } from '../../contract/operations.ts';
import { s3 } from '../platform/aws.ts';
import { readConfig, resourceName } from '../platform/config.ts';
import { serve } from '../platform/serve.ts';
import { downloadLink } from '../releases/download-link.ts';
import { releaseStore } from '../releases/release-store.ts';

const { BUILDS_BUCKET } = readConfig({ BUILDS_BUCKET: resourceName });
const releases = releaseStore(s3(), BUILDS_BUCKET);

export const handler = serve(operations.download, ({ data }) => downloadLink(releases, data.platform));
