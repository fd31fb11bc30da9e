import type { RoadmapItem } from '../../../../content/roadmap.ts';
import { closedItems } from '../../../../contract/content/roadmap-items.ts';
import type { ShownVotes } from '../../../../contract/rules/roadmap-votes.ts';
import { Button } from '../../components/button.tsx';
import { ButtonLink } from '../../components/button-link.tsx';
import { formatNumber } from '../../lib/format-number.ts';
import { signInPath } from '../../lib/sign-in-path.ts';
import styles from './item-vote.module.css';
import type { Voting } from './use-voting.ts';

interface ItemVoteProps {
  item: RoadmapItem;
  voting: Voting;
  /** Missing until they are known. */
  published: ShownVotes | null;
}

/** The number of votes for an item, and the visitor's own vote. Hidden without JavaScript, which it needs. */
export function ItemVote({ item: { id, title }, voting, published }: ItemVoteProps) {
  const { isSignedIn, own, counts, change } = voting;
  const count = counts.has(id) ? counts.get(id) : published?.[id];
  const hasVoted = own?.votes[id] !== undefined;
  const mayVote = closedItems[id] === undefined;
  return (
    <div className={styles.vote}>
      {mayVote && !isSignedIn && (
        <ButtonLink
          look="quiet"
          to={signInPath(`/roadmap?item=${id}`)}
          aria-label={`Sign in to vote: ${title}`}
        >
          Sign in to vote
        </ButtonLink>
      )}
      {/* As large as the button that replaces it, and without the focus, which it would lose then. */}
      {mayVote && isSignedIn && !own && (
        <Button look="quiet" aria-disabled tabIndex={-1} aria-label={`Vote: ${title}`}>
          Vote
        </Button>
      )}
      {own && (mayVote || hasVoted) && (
        <own.VoteButton hasVoted={hasVoted} label={title} change={(isFor) => change(id, isFor)} />
      )}
      {count !== undefined && <span>{`${formatNumber(count)} votes`}</span>}
    </div>
  );
}
