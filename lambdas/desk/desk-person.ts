import * as deskPersonOperations from '../../contract/operations/desk-person-operations.ts';
import { readPerson } from '../domain/desk/read-person.ts';
import { readAddresses } from '../domain/users/read-addresses.ts';
import type { Dependencies } from './compose.ts';

export const deskPerson = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskPersonOperations.deskPerson, async ({ data }) => {
    const person = await readPerson(dependencies, data);
    const actors = person.audit.map(({ actorId }) => actorId);
    const names = await readAddresses(dependencies.tables, dependencies.usersTable, actors);
    return { ...person, names: Object.fromEntries(names) };
  });
