import * as userOperations from '../../contract/operations/user-operations.ts';
import { changeVote } from '../domain/roadmap/change-vote.ts';
import { publicUser } from '../domain/users/public-user.ts';
import { readOrCreateUser } from '../domain/users/read-or-create-user.ts';
import { serve } from '../platform/serve.ts';
import type { Dependencies } from './compose.ts';

export const voteForItem = (dependencies: Dependencies) =>
  serve(userOperations.voteForItem, async ({ caller, data, now }) => {
    const { announce, limits, pool, users, votes } = dependencies;
    await limits.take('voteForItem', caller.userId, now);
    const readUser = () => readOrCreateUser(users, pool, caller, now);
    const user = await changeVote(dependencies, readUser, data, now);
    // Other open pages of the person show the vote.
    await announce(caller.userId);
    const shown = await votes.read(data.item);
    return { user: publicUser(user), ...(shown === undefined ? {} : { votes: shown }) };
  });
