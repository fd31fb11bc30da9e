import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { isSubscriberId } from '../../contract/records/subscriber.ts';
import { findMailing } from '../domain/mailings/find-mailing.ts';
import { previewOfMailing } from '../domain/mailings/read-pasted-mailing.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import type { Dependencies } from './compose.ts';

export const deskMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskMailing, async ({ data: { slug } }) => {
    const { mailings, siteUrl, subscribersTable, tables, usersTable } = dependencies;
    const mailing = await findMailing(mailings, slug);
    const { uncertainIds: ids } = mailing;
    const visitorIds = ids.filter(isSubscriberId);
    const ofAccounts = await readAddresses(
      tables,
      usersTable,
      ids.filter((id) => !isSubscriberId(id)),
    );
    const ofVisitors = await readAddresses(tables, subscribersTable, visitorIds, 'subscriberId');
    const uncertain = ids.map((userId) => {
      const email = ofAccounts.get(userId) ?? ofVisitors.get(userId);
      return { userId, ...(email ? { email } : {}) };
    });
    return { mailing, email: previewOfMailing(slug, mailing.text, siteUrl), uncertain };
  });
