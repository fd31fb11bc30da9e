import * as deskReleaseOperations from '../../contract/operations/desk-release-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { recordAction } from '../domain/desk/record-action.ts';
import { actionOf, changeRollout } from '../domain/releases/change-rollout.ts';
import type { Dependencies } from './compose.ts';

export const deskChangeRollout = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskReleaseOperations.deskChangeRollout, async (call) => {
    const { version, change, seen, reason } = call.data;
    const action = describeAction(call, actionOf(change), { version, before: seen });
    await recordAction(dependencies, action, () =>
      changeRollout(dependencies.builds, version, change, { now: call.now, seen, reason }),
    );
    return {};
  });
