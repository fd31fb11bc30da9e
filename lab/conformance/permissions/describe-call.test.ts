import { describe, expect, it } from 'vitest';
import { accessKeyOf, describeCall, type ReceivedRequest } from './describe-call.ts';

const received = (request: Partial<ReceivedRequest>) =>
  describeCall({ method: 'POST', url: '/', headers: {}, body: '', status: 200, ...request });
const targeted = (target: string, body: object) =>
  received({ headers: { 'x-amz-target': target }, body: JSON.stringify(body) });
const permissionsIn = (calls: ReturnType<typeof describeCall>) =>
  calls.map(({ action, resource }) => `${action} on ${resource}`);

describe('describeCall', () => {
  it('names each action of a transaction', () => {
    const calls = targeted('DynamoDB_20120810.TransactWriteItems', {
      TransactItems: [
        { Put: { TableName: 'DataOrders' } },
        { ConditionCheck: { TableName: 'DataUsers', Key: { userId: { S: 'user-1' } } } },
      ],
    });
    expect(permissionsIn(calls)).toEqual([
      'dynamodb:PutItem on arn:aws:dynamodb:us-east-1:000000000000:table/DataOrders',
      'dynamodb:ConditionCheckItem on arn:aws:dynamodb:us-east-1:000000000000:table/DataUsers',
    ]);
  });

  it('finds the attributes of an update', () => {
    const [call] = targeted('DynamoDB_20120810.UpdateItem', {
      TableName: 'DataArticles',
      Key: { slug: { S: 'news' } },
      UpdateExpression: 'SET #refusal = :refusal REMOVE draft',
      ConditionExpression: 'attribute_exists(slug) AND updatedAt = :updatedAt',
      ExpressionAttributeNames: { '#refusal': 'refusal' },
      ReturnValues: 'ALL_NEW',
    });
    expect(call?.context).toEqual({
      'dynamodb:Attributes': ['draft', 'refusal', 'slug', 'updatedAt'],
      'dynamodb:ReturnValues': ['ALL_NEW'],
    });
  });

  it('names the type of each published event', () => {
    const entry = { EventBusName: 'site', DetailType: 'UserChanged' };
    expect(targeted('AWSEvents.PutEvents', { Entries: [entry] })).toEqual([
      {
        action: 'events:PutEvents',
        resource: 'arn:aws:events:us-east-1:000000000000:event-bus/site',
        context: { 'events:detail-type': ['UserChanged'] },
      },
    ]);
  });

  it('includes listing the bucket when an object is missing', () => {
    expect(permissionsIn(received({ method: 'GET', url: '/storagebuilds/a.json', status: 404 }))).toEqual([
      's3:GetObject on arn:aws:s3:::storagebuilds/a.json',
      's3:ListBucket on arn:aws:s3:::storagebuilds',
    ]);
  });

  it('rejects an unknown request', () => {
    expect(() => received({ method: 'PATCH', url: '/storagebuilds/a.json' })).toThrow(/PATCH/);
  });
});

describe('accessKeyOf', () => {
  const scope = '20261125/us-east-1/s3/aws4_request';

  it.each([
    [
      'a header',
      { url: '/', headers: { authorization: `AWS4-HMAC-SHA256 Credential=me/${scope}, Signature=0` } },
    ],
    ['a presigned URL', { url: `/a?X-Amz-Credential=${encodeURIComponent(`me/${scope}`)}`, headers: {} }],
  ])('reads %s', (_, request) => {
    expect(accessKeyOf(request)).toBe('me');
  });

  it('is undefined for an unsigned request', () => {
    expect(accessKeyOf({ url: '/', headers: {} })).toBeUndefined();
  });
});
