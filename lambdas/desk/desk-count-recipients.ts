import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import type { Dependencies } from './compose.ts';

export const deskCountRecipients = ({ subscribers, serveDesk }: Dependencies) =>
  serveDesk(deskMailingOperations.deskCountRecipients, ({ data }) => subscribers.count(data));
