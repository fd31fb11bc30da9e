import * as deskFeedbackOperations from '../../contract/operations/desk-feedback-operations.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import type { Dependencies } from './compose.ts';

export const deskFeedback = ({ inbox, serveDesk, tables, usersTable }: Dependencies) =>
  serveDesk(deskFeedbackOperations.deskFeedback, async ({ data }) => {
    const { feedback, ...page } = await inbox.list(data);
    const authors = feedback.flatMap(({ userId }) => userId ?? []);
    const addresses = await readAddresses(tables, usersTable, authors);
    const emailOf = (userId = '') => addresses.get(userId);
    return { feedback: feedback.map((item) => ({ ...item, email: emailOf(item.userId) })), ...page };
  });
