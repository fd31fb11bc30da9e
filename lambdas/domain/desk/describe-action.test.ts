import type { Context } from 'aws-lambda';
import { describe, expect, it } from 'vitest';
import { followRequest } from '../../platform/request-id.ts';
import { describeAction } from './describe-action.ts';

const describeRefund = () =>
  describeAction(
    { caller: { userId: 'admin-1' }, data: { actionId: 'action-1', reason: 'Bought twice.' } },
    'refund',
    { orderId: 'cs_1', before: 'paid' },
  );

describe('describeAction', () => {
  it('contains the actor, the reason, the subject and the request id', async () => {
    const described = await followRequest('request-1', {} as Context, async () => describeRefund());
    expect(described).toEqual({
      actionId: 'action-1',
      actorId: 'admin-1',
      action: 'refund',
      reason: 'Bought twice.',
      requestId: 'request-1',
      orderId: 'cs_1',
      before: 'paid',
    });
  });

  it('has an empty request id outside of a request', () => {
    expect(describeRefund().requestId).toBe('');
  });
});
