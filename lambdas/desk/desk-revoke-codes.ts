import * as deskCodeOperations from '../../contract/operations/desk-code-operations.ts';
import { revokeCodes } from '../domain/codes/revoke-codes.ts';
import { describeAction } from '../domain/desk/describe-action.ts';
import type { Dependencies } from './compose.ts';

export const deskRevokeCodes = (dependencies: Dependencies) =>
  dependencies.serveDesk(deskCodeOperations.deskRevokeCodes, async (call) => {
    const { batchId } = call.data;
    await revokeCodes(dependencies, describeAction(call, 'revokeCodes', { batchId }), batchId);
    return {};
  });
