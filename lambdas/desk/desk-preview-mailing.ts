import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { previewOfMailing } from '../domain/mailings/read-pasted-mailing.ts';
import type { Dependencies } from './compose.ts';

export const deskPreviewMailing = ({ serveDesk, siteUrl }: Dependencies) =>
  serveDesk(deskMailingOperations.deskPreviewMailing, async ({ data: { slug, text } }) =>
    previewOfMailing(slug, text, siteUrl),
  );
