import * as deskReleaseOperations from '../../../contract/operations/desk-release-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { promote } from '../../domain/releases/promote-release.ts';
import { releaseRecording } from '../../wiring/release-recording.ts';
import { serveDesk } from '../../wiring/serve-desk.ts';

const record = releaseRecording(() => new Date());

export const deskPromoteRelease = serveDesk(deskReleaseOperations.deskPromoteRelease, async (call) => {
  const { version, seen } = call.data;
  const action = describeAction(call, 'promoteRelease', { version });
  await record(action, 'promoted', (builds, at) => promote(builds, version, at, { current: seen }));
  return {};
});
