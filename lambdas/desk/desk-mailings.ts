import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import type { Dependencies } from './compose.ts';

export const deskMailings = ({ mailings, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(deskMailingOperations.deskMailings, async ({ data: { status, cursor } }) => {
    const page = await mailings.list(status, cursor);
    const approvers = page.mailings.flatMap(({ approvedBy }) => approvedBy ?? []);
    return { ...page, names: Object.fromEntries(await readAddresses(tables, usersTable, approvers)) };
  });
