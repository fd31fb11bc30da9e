import { type DynamoDBDocumentClient, paginateScan } from '@aws-sdk/lib-dynamodb';
import {
  isRoadmapItem,
  type RoadmapItemId,
  roadmapItemIds,
} from '../../../contract/content/roadmap-items.ts';
import type { User } from '../../../contract/records/user.ts';

interface Voters {
  votes: number;
  licensed: number;
  recipients: number;
}

/**
 * Counts the voters of each item from the records, for the team: how many hold a license, and how many agreed to emails that ask for
 * feedback. Reads the whole table, as the desk does before a mailing.
 */
export async function countVoters(
  client: DynamoDBDocumentClient,
  tableName: string,
): Promise<Record<RoadmapItemId, Voters>> {
  const entries = roadmapItemIds.map((id) => [id, { votes: 0, licensed: 0, recipients: 0 }] as const);
  const counts = Object.fromEntries(entries) as Record<RoadmapItemId, Voters>;
  const pages = paginateScan(
    { client },
    {
      TableName: tableName,
      FilterExpression: 'attribute_exists(votes)',
      ProjectionExpression: 'votes, subscription, unsubscriptions',
    },
  );
  for await (const { Items: voters = [] } of pages)
    for (const voter of voters as Pick<User, 'votes' | 'subscription' | 'unsubscriptions'>[])
      for (const id of Object.keys(voter.votes ?? {}).filter(isRoadmapItem)) {
        counts[id].votes += 1;
        if (voter.subscription.status === 'active') counts[id].licensed += 1;
        if (!voter.unsubscriptions.includes('feedback')) counts[id].recipients += 1;
      }
  return counts;
}
