import * as deskProblemOperations from '../../contract/operations/desk-problem-operations.ts';
import type { Dependencies } from './compose.ts';

export const deskProblemTexts = ({ problems, serveDesk }: Dependencies) =>
  serveDesk(deskProblemOperations.deskProblemTexts, ({ data: { version, crash, cursor } }) =>
    problems.texts(version, crash, cursor),
  );
