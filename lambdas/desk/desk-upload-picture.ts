import * as deskArticleOperations from '../../contract/operations/desk-article-operations.ts';
import type { Dependencies } from './compose.ts';

export const deskUploadPicture = ({ pictures, serveDesk }: Dependencies) =>
  serveDesk(deskArticleOperations.deskUploadPicture, ({ data: { files } }) =>
    pictures.add(files.map((base64) => Buffer.from(base64, 'base64'))),
  );
