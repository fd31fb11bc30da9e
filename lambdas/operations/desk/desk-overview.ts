import * as deskTeamOperations from '../../../contract/operations/desk-team-operations.ts';
import { readOverview } from '../../domain/desk/read-overview.ts';
import { cloudWatch } from '../../platform/aws/cloud-watch.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const { METRICS_NAMESPACE } = readConfig({ METRICS_NAMESPACE: resourceName });
const client = cloudWatch();

export const deskOverview = serveDesk(deskTeamOperations.deskOverview, () =>
  readOverview(client, METRICS_NAMESPACE, new Date()),
);
