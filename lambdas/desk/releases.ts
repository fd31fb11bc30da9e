import * as operations from '../../contract/operations/desk-release-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { withdrawReleaseMailing } from '../domain/mailings/draft-mailings.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { slugOfRelease } from '../domain/mailings/release-of-mailing.ts';
import { actionOf, changeRollout } from '../domain/releases/change-rollout.ts';
import { downloadCounter } from '../domain/releases/download-counter.ts';
import { listReleases } from '../domain/releases/list-releases.ts';
import { promote } from '../domain/releases/promote-release.ts';
import { yank } from '../domain/releases/yank-release.ts';
import { s3 } from '../platform/aws/s3.ts';
import type { Desk } from './compose.ts';

type Dependencies = ReturnType<typeof compose>;

export const compose = (desk: Desk) => ({
  ...desk,
  builds: { s3: s3(), bucket: desk.config.BUILDS_BUCKET },
  downloads: downloadCounter(desk.tables, desk.config.DOWNLOADS_TABLE),
  mailings: mailingStore(desk.tables, desk.config.MAILINGS_TABLE),
});

export const deskReleases = ({ builds, downloads, serveDesk }: Dependencies) =>
  serveDesk(operations.deskReleases, () => listReleases(builds, downloads));

export const deskPromoteRelease = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskPromoteRelease, async (call) => {
    const { version, seen } = call.data;
    const action = describeAction(call, 'promoteRelease', { version });
    await recordAction(dependencies, action, async () => {
      await promote(dependencies.builds, version, call.now, { current: seen });
      return 'promoted';
    });
    return {};
  });

export const deskChangeRollout = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskChangeRollout, async (call) => {
    const { version, change, seen, reason } = call.data;
    const action = describeAction(call, actionOf(change), { version, before: seen });
    await recordAction(dependencies, action, () =>
      changeRollout(dependencies.builds, version, change, { now: call.now, seen, reason }),
    );
    return {};
  });

export const deskYankRelease = (dependencies: Dependencies) =>
  dependencies.serveDesk(operations.deskYankRelease, async (call) => {
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
