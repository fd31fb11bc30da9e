import * as deskReleaseOperations from '../../contract/operations/desk-release-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { slugOfRelease } from '../domain/mailings/automatic-mailings.ts';
import { withdrawReleaseMailing } from '../domain/mailings/draft-mailings.ts';
import { yank } from '../domain/releases/yank-release.ts';
import type { Dependencies } from './compose.ts';

export const deskYankRelease = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskReleaseOperations.deskYankRelease, async (call) => {
    const { version, mayLeaveNone } = call.data;
    const action = describeAction(call, 'yankRelease', { version });
    await recordAction(dependencies, action, async () => {
      await yank(dependencies.builds, version, call.now, { mayLeaveNone });
      // `publishRelease` does so too, but a draft could be sent before it runs.
      await withdrawReleaseMailing(dependencies.mailings, version);
      return 'withdrawn';
    });
    const mailing = await dependencies.mailings.find(slugOfRelease(version));
    return mailing ? { mailing: mailing.status } : {};
  });
