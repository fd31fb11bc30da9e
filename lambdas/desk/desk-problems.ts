import * as deskProblemOperations from '../../contract/operations/desk-problem-operations.ts';
import { manifestsOf } from '../domain/releases/live-releases.ts';
import { readLiveRecord } from '../domain/releases/release-manifests.ts';
import type { Dependencies } from './compose.ts';

export const deskProblems = ({ builds, problems, serveDesk }: Dependencies) =>
  serveDesk(deskProblemOperations.deskProblems, async ({ data, now }) => {
    const versions = manifestsOf(await readLiveRecord(builds)).map(({ version }) => version);
    const { version = versions[0] } = data;
    return { versions, ...(version === undefined ? {} : { shown: await problems.list(version, now) }) };
  });
