import * as userOperations from '../../contract/operations/user-operations.ts';
import { endRegistration as end } from '../domain/accounts/end-registration.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const endRegistration = (dependencies: Dependencies) =>
  serve(userOperations.endRegistration, async ({ data, now }) => {
    await end(dependencies, data.token, now);
    return {};
  });
