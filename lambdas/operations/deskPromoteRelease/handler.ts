import { deskOperations } from '../../../contract/operations/desk-operations.ts';
import { describeAction } from '../../domain/desk/describe-action.ts';
import { releaseRecording } from '../../domain/desk/record-release.ts';
import { serveDesk } from '../../domain/desk/serve-desk.ts';
import { promote } from '../../domain/releases/promote-release.ts';

const record = releaseRecording(() => new Date());

export const handler = serveDesk(deskOperations.deskPromoteRelease, async (call) => {
  const { version, seen } = call.data;
  const action = describeAction(call, 'promoteRelease', { version });
  await record(action, 'promoted', (builds, at) => promote(builds, version, at, { current: seen }));
  return {};
});
