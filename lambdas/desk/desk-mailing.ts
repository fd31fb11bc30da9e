import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { findMailing } from '../domain/mailings/find-mailing.ts';
import { previewOfMailing } from '../domain/mailings/read-pasted-mailing.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import type { Dependencies } from './compose.ts';

export const deskMailing = ({ mailings, serveDesk, siteUrl, tables, usersTable }: Dependencies) =>
  serveDesk(deskMailingOperations.deskMailing, async ({ data: { slug } }) => {
    const mailing = await findMailing(mailings, slug);
    const addresses = await readAddresses(tables, usersTable, mailing.uncertainIds);
    const uncertain = mailing.uncertainIds.map((userId) => {
      const email = addresses.get(userId);
      return { userId, ...(email ? { email } : {}) };
    });
    return { mailing, email: previewOfMailing(slug, mailing.text, siteUrl), uncertain };
  });
