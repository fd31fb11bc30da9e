import * as deskTeamOperations from '../../contract/operations/desk-team-operations.ts';
import { deskPageSize } from '../../contract/rules/desk-rules.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import type { Dependencies } from './compose.ts';

export const deskAudit = ({ audit, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(deskTeamOperations.deskAudit, async ({ data: { cursor, ...filter } }) => {
    const page = await audit.page(filter, cursor, deskPageSize);
    const ids = page.entries.flatMap(({ actorId, personId }) => [actorId, personId ?? actorId]);
    return { ...page, names: Object.fromEntries(await readAddresses(tables, usersTable, ids)) };
  });
