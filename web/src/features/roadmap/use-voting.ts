import { useCallback, useEffect, useRef, useState } from 'react';
import { useLocation } from 'react-router-dom';
import type { RoadmapItemId } from '../../../../contract/content/roadmap-items.ts';
import { loadChunk } from '../../lib/load-chunk.ts';
import { logQuietly } from '../../lib/log-quietly.ts';
import { useSession } from '../../lib/session.ts';

type OwnVotes = typeof import('./own-votes.tsx');

export interface Voting {
  isSignedIn: boolean;
  /** Missing until the votes of a signed-in visitor are known. */
  own?: { votes: import('./own-votes.tsx').Votes; VoteButton: OwnVotes['VoteButton'] };
  /** The numbers after the visitor's own changes, which are newer than the published ones. */
  counts: ReadonlyMap<RoadmapItemId, number | undefined>;
  change: (item: RoadmapItemId, isFor: boolean) => Promise<void>;
}

/** The votes of the visitor. Loads the code that calls the server for signed-in visitors only. */
export function useVoting(): Voting {
  const session = useSession();
  const person = session && (session.userId ?? session.email);
  const [own, setOwn] = useState<Voting['own']>();
  const [counts, setCounts] = useState<Voting['counts']>(new Map());
  const followed = useRef<ReturnType<OwnVotes['followVotes']>>(undefined);

  useEffect(() => {
    if (!person) return;
    let isGone = false;
    loadChunk('own-votes', () => import('./own-votes.tsx')).then(
      ({ followVotes, VoteButton }) => {
        if (!isGone) followed.current = followVotes((votes) => setOwn({ votes, VoteButton }));
      },
      (cause: unknown) => logQuietly('The votes could not be loaded', cause),
    );
    return () => {
      isGone = true;
      followed.current?.stop();
      followed.current = undefined;
      setOwn(undefined);
    };
  }, [person]);

  const change = useCallback(async (item: RoadmapItemId, isFor: boolean) => {
    const count = await followed.current?.change(item, isFor);
    setCounts((before) => new Map(before).set(item, count));
  }, []);

  useReturnToItem(own !== undefined);
  return { isSignedIn: person !== null, ...(own && { own }), counts, change };
}

/** After the sign-in, continues at the item that the visitor wanted to vote for. */
function useReturnToItem(isReady: boolean): void {
  const { search } = useLocation();
  useEffect(() => {
    const item = new URLSearchParams(search).get('item');
    if (isReady && item) document.getElementById(item)?.querySelector('button')?.focus();
  }, [isReady, search]);
}
