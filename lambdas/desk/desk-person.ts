import * as deskPersonOperations from '../../contract/operations/desk-person-operations.ts';
import { readPerson } from '../domain/desk/read-person.ts';
import type { Dependencies } from './compose.ts';

export const deskPerson = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskPersonOperations.deskPerson, ({ data }) => readPerson(dependencies, data));
