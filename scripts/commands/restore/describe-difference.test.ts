import { expect, it } from 'vitest';
import { describeDifference } from './describe-difference.ts';

it('shows each changed, added and removed attribute, and shortens long values', () => {
  const live = { userId: 'user-1', name: 'Bea', groups: ['a'], note: 'new', text: 'x'.repeat(100) };
  const restored = { userId: 'user-1', name: 'Ana', groups: ['a'], text: 'short', code: 7 };
  expect(describeDifference({ state: 'changed', key: {}, live, restored })).toEqual([
    'name: "Bea" → "Ana"',
    'note: "new" → nothing',
    `text: "${'x'.repeat(59)}… → "short"`,
    'code: nothing → 7',
  ]);
});
