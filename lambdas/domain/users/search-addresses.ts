import { type DynamoDBDocumentClient, ScanCommand } from '@aws-sdk/lib-dynamodb';

/** Parts of the table that are read at once, and the most pages of each. A page is 1 MB, which is about 1,000 users. */
const segments = 4;
const maxPages = 25;

export interface AddressSearch {
  found: { userId: string; email: string }[];
  /** Whether the table has more users than were read. */
  isPartial: boolean;
}

/**
 * Finds users by any part of the address, as typed or in lower case. It reads the table until it has found enough, and at most 100,000 users, which
 * costs about a sixth of a cent and takes a few seconds. An index cannot find the middle of a text.
 */
export async function searchAddresses(
  client: DynamoDBDocumentClient,
  tableName: string,
  typed: string,
  enough: number,
): Promise<AddressSearch> {
  const found: AddressSearch['found'] = [];
  let isPartial = false;

  async function readSegment(segment: number): Promise<void> {
    let start: Record<string, unknown> | undefined;
    for (let page = 0; page < maxPages && found.length < enough; page++) {
      const { Items = [], LastEvaluatedKey: next } = await client.send(
        new ScanCommand({
          TableName: tableName,
          Segment: segment,
          TotalSegments: segments,
          FilterExpression: 'contains(email, :typed) OR contains(email, :lower)',
          ProjectionExpression: 'userId, email',
          ExpressionAttributeValues: { ':typed': typed, ':lower': typed.toLowerCase() },
          ExclusiveStartKey: start,
        }),
      );
      found.push(...(Items as AddressSearch['found']));
      if (!next) return;
      start = next;
    }
    isPartial = true;
  }

  await Promise.all(Array.from({ length: segments }, (_, segment) => readSegment(segment)));
  return { found: found.slice(0, enough), isPartial };
}
