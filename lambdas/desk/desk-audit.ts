import * as deskTeamOperations from '../../contract/operations/desk-team-operations.ts';
import { deskPageSize } from '../../contract/rules/desk-rules.ts';
import type { Dependencies } from './compose.ts';

export const deskAudit = ({ audit, serveDesk }: Dependencies) =>
  serveDesk(deskTeamOperations.deskAudit, ({ data: { cursor, ...filter } }) =>
    audit.page(filter, cursor, deskPageSize),
  );
