import * as deskTeamOperations from '../../contract/operations/desk-team-operations.ts';
import { readToday } from '../domain/desk/read-today.ts';
import type { Dependencies } from './compose.ts';

export const deskToday = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskTeamOperations.deskToday, ({ now }) => readToday(dependencies, now));
