import { deskOperations } from '../../../contract/operations/desk-operations.ts';
import { readOverview } from '../../domain/desk/read-overview.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { cloudWatch } from '../../platform/aws.ts';
import { readConfig, resourceName } from '../../platform/config.ts';

const { METRICS_NAMESPACE } = readConfig({ METRICS_NAMESPACE: resourceName });
const client = cloudWatch();

export const handler = serveDesk(deskOperations.deskOverview, () =>
  readOverview(client, METRICS_NAMESPACE, new Date()),
);
