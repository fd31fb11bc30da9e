import * as deskReleaseOperations from '../../../contract/operations/desk-release-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { yank } from '../../domain/releases/yank-release.ts';
import { releaseRecording } from '../../wiring/release-recording.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const record = releaseRecording(() => new Date());

export const deskYankRelease = serveDesk(deskReleaseOperations.deskYankRelease, async (call) => {
  const { version, mayLeaveNone } = call.data;
  const action = describeAction(call, 'yankRelease', { version });
  await record(action, 'withdrawn', (builds, at) => yank(builds, version, at, { mayLeaveNone }));
  return {};
});
