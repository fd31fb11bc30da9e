import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import type { Dependencies } from './compose.ts';

export const deskUploadPicture = ({ pictures, serveDesk }: Dependencies) =>
  serveDesk(deskArticleOperations.deskUploadPicture, ({ data: { base64 } }) =>
    pictures.add(Buffer.from(base64, 'base64')),
  );
