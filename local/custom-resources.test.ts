import { describe, expect, it, vi } from 'vitest';
import { describeCustomResources, openCustomResources } from './custom-resources.ts';

const resource = {
  logicalId: 'ReadKey1',
  type: 'Custom::PublicKey',
  functionId: 'Read',
  properties: { KeyId: 'k' },
};

/** A function that answers like one of ours. */
const functionThatAnswers = (answer: object) =>
  vi.fn(async (_functionId: string, event: unknown) => {
    const { ResponseURL } = event as { ResponseURL: string };
    await fetch(ResponseURL, { method: 'PUT', body: JSON.stringify(answer) });
  });

describe('openCustomResources', () => {
  it("creates a resource once, with CloudFormation's event", async () => {
    const invoke = functionThatAnswers({ Status: 'SUCCESS', Data: { Pem: 'a key' } });
    const resolve = openCustomResources([resource], invoke);
    expect(await Promise.all([resolve('ReadKey1.Pem'), resolve('ReadKey1.Pem')])).toEqual(['a key', 'a key']);
    expect(invoke.mock.calls).toEqual([
      [
        'Read',
        expect.objectContaining({
          RequestType: 'Create',
          LogicalResourceId: 'ReadKey1',
          ResourceProperties: { ServiceToken: 'Read', KeyId: 'k' },
        }),
      ],
    ]);
  });

  it('reports what failed, and tries again later', async () => {
    const invoke = functionThatAnswers({ Status: 'FAILED', Reason: 'No such key.' });
    const resolve = openCustomResources([resource], invoke);
    await expect(resolve('ReadKey1.Pem')).rejects.toThrow('ReadKey1 was not created: No such key.');
    invoke.mockImplementation(functionThatAnswers({ Status: 'SUCCESS', Data: { Pem: 'a key' } }));
    expect(await resolve('ReadKey1.Pem')).toBe('a key');
    await expect(resolve('ReadKey1.Arn')).rejects.toThrow('ReadKey1 has no attribute Arn.');
  });
});

it('describes the custom resources of our own functions only', () => {
  const named = (ServiceToken: string) => ({
    Type: 'Custom::PublicKey',
    Properties: { ServiceToken, KeyId: 'k' },
  });
  expect(
    describeCustomResources(
      [
        ['ReadKey1', named('Read')],
        ['Files', named('CDK')],
      ] as never,
      ['Read'],
    ),
  ).toEqual([resource]);
});
