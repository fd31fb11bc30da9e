import type { RoadmapItemId } from '../../../../contract/content/roadmap-items.ts';
import type { User } from '../../../../contract/records/user.ts';
import { Button } from '../../components/button.tsx';
import { useAction } from '../../components/forms/use-action.ts';
import { Notice } from '../../components/notice.tsx';
import { callApi } from '../../lib/call-api.ts';
import { followUser } from '../../lib/follow-user.ts';

/* The part of voting that only signed-in visitors load. */

export type Votes = NonNullable<User['votes']>;

interface FollowedVotes {
  /** @returns the number of votes, if the site shows it */
  change: (item: RoadmapItemId, isFor: boolean) => Promise<number | undefined>;
  stop: () => void;
}

/** Follows the votes of the visitor, including those from other tabs and devices. */
export function followVotes(onVotes: (votes: Votes) => void): FollowedVotes {
  // The page works without them, and the attempts continue automatically.
  const followed = followUser({ onUser: ({ votes = {} }) => onVotes(votes), onFailure: () => {} });
  return {
    async change(item, isFor) {
      const { user, votes } = await callApi('voteForItem', { item, isFor });
      followed.take(user);
      return votes;
    },
    stop: followed.stop,
  };
}

interface VoteButtonProps {
  hasVoted: boolean;
  /** The name of the item for screen readers. */
  label: string;
  change: (isFor: boolean) => Promise<void>;
}

/** Votes, or takes the vote back. */
export function VoteButton({ hasVoted, label, change }: VoteButtonProps) {
  const { run, isBusy, failure } = useAction();
  const action = hasVoted ? 'Take back your vote' : 'Vote';
  return (
    <>
      <Button
        look="quiet"
        isBusy={isBusy}
        aria-label={`${action}: ${label}`}
        onClick={() => void run(() => change(!hasVoted))}
      >
        {action}
      </Button>
      <span role="status">{hasVoted ? 'You voted for this.' : ''}</span>
      {failure && <Notice tone="error">{failure}</Notice>}
    </>
  );
}
