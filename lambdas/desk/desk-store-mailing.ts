import { createHash } from 'node:crypto';
import * as deskMailingOperations from '../../contract/operations/desk-mailing-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordMailing } from '../domain/desk/record-mailing.ts';
import { readPastedMailing } from '../domain/mailings/read-pasted-mailing.ts';
import { requireFreeAddress } from '../domain/mailings/require-sendable.ts';
import type { Dependencies } from './compose.ts';

export const deskStoreMailing = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskMailingOperations.deskStoreMailing, async (call) => {
    const { articlesTable, mailings, pictures, tables } = dependencies;
    const { slug, text, seen } = call.data;
    const written = readPastedMailing(slug, text);
    await requireFreeAddress(tables, articlesTable, written);
    await pictures.require(written.content);
    const textHash = createHash('sha256').update(text).digest('hex');
    const before = seen === undefined ? undefined : 'draft';
    await recordMailing(
      dependencies,
      describeAction(call, 'storeMailing', { mailing: slug, textHash, before }),
      {
        change: mailings.saveDraft(written, text, call.now, seen),
        after: 'draft',
        ...(seen === undefined
          ? { refusal: `There is a mailing ${slug} already. Choose another name.` }
          : {}),
      },
    );
    return {};
  });
