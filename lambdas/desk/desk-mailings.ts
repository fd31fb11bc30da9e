import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import type { Dependencies } from './compose.ts';

export const deskMailings = ({ mailings, serveDesk }: Dependencies) =>
  serveDesk(deskMailingOperations.deskMailings, ({ data: { status, cursor } }) =>
    mailings.list(status, cursor),
  );
