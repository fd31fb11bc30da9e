import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { previewOfMailing, readPastedMailing } from '../domain/mailings/read-pasted-mailing.ts';
import type { Dependencies } from './compose.ts';

export const deskPreviewMailing = ({ pictures, serveDesk, siteUrl }: Dependencies) =>
  serveDesk(deskMailingOperations.deskPreviewMailing, async ({ data: { slug, text } }) => {
    await pictures.require(readPastedMailing(slug, text).content);
    return previewOfMailing(slug, text, siteUrl);
  });
