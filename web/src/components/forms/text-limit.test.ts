import { expect, it } from 'vitest';
import { PageProblem } from '../../lib/page-problem.ts';
import { announcementOf, checkText, formatCount, lengthOf } from './text-limit.ts';

it.each([
  ['', 0],
  ['  abc \n', 3],
  ['日本語', 3],
  ['👩👩', 2],
])('counts %j as the server does: %i', (text, length) => {
  expect(lengthOf(text)).toBe(length);
});

it('reports an empty text, and the number of excess characters of a long one', () => {
  expect(() => checkText(' \n ', 10)).toThrow(new PageProblem('There is no text yet.'));
  expect(() => checkText('x'.repeat(10), 10)).not.toThrow();
  expect(() => checkText('x'.repeat(11), 10)).toThrow('The text is too long by 1 character.');
  expect(() => checkText('x'.repeat(1245), 10)).toThrow('The text is too long by 1,235 characters.');
});

it('writes counts for people', () => {
  expect(formatCount(4000)).toBe('4,000 characters');
});

it('announces nothing while there is room, and only a few counts near the end', () => {
  const spoken = Array.from({ length: 500 }, (_, index) => announcementOf(400 - index)).filter(
    (text, index, all) => text !== all[index - 1],
  );
  expect(spoken).toEqual([
    '',
    'At most 200 characters left.',
    'At most 100 characters left.',
    'At most 50 characters left.',
    'At most 10 characters left.',
    'No characters left.',
    'The text is too long.',
  ]);
});
