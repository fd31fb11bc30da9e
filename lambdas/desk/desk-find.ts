import * as deskPersonOperations from '../../contract/operations/desk-person-operations.ts';
import { findPeople } from '../domain/desk/find-people.ts';
import type { Dependencies } from './compose.ts';

export const deskFind = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskPersonOperations.deskFind, ({ data: { query } }) =>
    findPeople(dependencies, query),
  );
