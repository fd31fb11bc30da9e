import * as deskTeamOperations from '../../contract/operations/desk-team-operations.ts';
import { readOverview } from '../domain/desk/read-overview.ts';
import type { Dependencies } from './compose.ts';

export const deskOverview = ({ metrics, serveDesk }: Dependencies) =>
  serveDesk(deskTeamOperations.deskOverview, ({ now }) =>
    readOverview(metrics.client, metrics.namespace, now),
  );
