import * as deskCodeOperations from '../../contract/operations/desk-code-operations.ts';
import { createCodes } from '../domain/codes/create-codes.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import type { Dependencies } from './compose.ts';

export const deskCreateCodes = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskCodeOperations.deskCreateCodes, async (call) => {
    const { reason, kind, count, lastDay } = call.data;
    const action = describeAction(call, 'createCodes', {});
    return { codes: await createCodes(dependencies, action, { kind, note: reason, count, lastDay }) };
  });
