import * as deskReleaseOperations from '../../contract/operations/desk-release-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { promote } from '../domain/releases/promote-release.ts';
import type { Dependencies } from './compose.ts';

export const deskPromoteRelease = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskReleaseOperations.deskPromoteRelease, async (call) => {
    const { version, seen } = call.data;
    const action = describeAction(call, 'promoteRelease', { version });
    await recordAction(dependencies, action, async () => {
      await promote(dependencies.builds, version, call.now, { current: seen });
      return 'promoted';
    });
    return {};
  });
