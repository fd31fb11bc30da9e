import * as deskCodeOperations from '../../contract/operations/desk-code-operations.ts';
import { deskPageSize } from '../../contract/rules/desk-rules.ts';
import type { Dependencies } from './compose.ts';

export const deskCodes = ({ codes, serveDesk }: Dependencies) =>
  serveDesk(deskCodeOperations.deskCodes, ({ data: { cursor } }) => codes.batches(cursor, deskPageSize));
