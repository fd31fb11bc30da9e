import { randomInt } from 'node:crypto';
import * as messageOperations from '../../contract/operations/message-operations.ts';
import { problemShards } from '../domain/problems/problem-store.ts';
import { recordProblem } from '../domain/problems/record-problem.ts';
import { serve } from '../platform/serve.ts';
import { viewerNetworks } from '../platform/viewer-network.ts';
import type { Dependencies } from './compose.ts';

export const reportProblem = (dependencies: Dependencies) =>
  serve(messageOperations.reportProblem, async ({ now, data, sender }) => {
    const networks = viewerNetworks(sender);
    await recordProblem(dependencies, data, { networks, now, shard: randomInt(problemShards) });
    return {};
  });
