import { expect, test } from 'vitest';
import { describeSteps } from './step.ts';

test('shows the steps as a table', () => {
  expect(
    describeSteps([
      { thing: 'Price', id: 'price_1', outcome: 'created' },
      { thing: 'Signing secret', id: '', outcome: 'updated', reason: 'the former one is dropped' },
    ]),
  ).toBe(
    [
      'Price           price_1  created',
      'Signing secret           updated: the former one is dropped',
      '',
      'Changed: 2.',
    ].join('\n'),
  );
});

test('says that there was nothing to change', () => {
  expect(describeSteps([{ thing: 'Price', id: 'price_1', outcome: 'existed' }])).toContain(
    'Nothing to change.',
  );
});
