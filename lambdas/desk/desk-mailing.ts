import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { findMailing } from '../domain/mailings/find-mailing.ts';
import { previewOfMailing } from '../domain/mailings/read-pasted-mailing.ts';
import type { Dependencies } from './compose.ts';

export const deskMailing = ({ mailings, serveDesk, siteUrl }: Dependencies) =>
  serveDesk(deskMailingOperations.deskMailing, async ({ data: { slug } }) => {
    const mailing = await findMailing(mailings, slug);
    return { mailing, email: previewOfMailing(slug, mailing.text, siteUrl) };
  });
