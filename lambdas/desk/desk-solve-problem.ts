import * as deskProblemOperations from '../../contract/operations/desk-problem-operations.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import { entryOf } from '../domain/desk/record-action.ts';
import type { Dependencies } from './compose.ts';

export const deskSolveProblem = ({ audit, problems, serveDesk }: Dependencies) =>
  serveDesk(deskProblemOperations.deskSolveProblem, async (call) => {
    const { crash, solvedIn, seen } = call.data;
    const action = describeAction(call, 'solveProblem', { problem: crash, before: seen });
    await problems.solve(crash, { solvedIn, seen }, audit.part(entryOf(action, call.now, 'done', solvedIn)));
    return {};
  });
