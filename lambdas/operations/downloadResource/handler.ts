import * as downloadOperations from '../../../contract/operations/download-operations.ts';
import { resourceLink } from '../../domain/resources/resource-link.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serve } from '../../platform/serve.ts';

const { BUILDS_BUCKET } = readConfig({ BUILDS_BUCKET: resourceName });
const client = s3();

export const handler = serve(downloadOperations.downloadResource, ({ data }) =>
  resourceLink(client, BUILDS_BUCKET, data.file),
);
