import { deskOperations } from '../../../contract/operations/desk-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { releaseRecording } from '../../domain/desk/record-release.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { yank } from '../../domain/releases/promote-release.ts';

const record = releaseRecording(() => new Date());

export const handler = serveDesk(deskOperations.deskYankRelease, async (call) => {
  const { version, mayLeaveNone } = call.data;
  const action = describeAction(call, 'yankRelease', { version });
  await record(action, 'withdrawn', (builds, at) => yank(builds, version, at, { mayLeaveNone }));
  return {};
});
