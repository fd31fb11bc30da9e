import { expect, test } from 'vitest';
import { fillSections, readSections } from './computed-sections.ts';

const text =
  'Before.\n\n<!-- computed: one -->\nold\n<!-- end -->\n\nBetween.\n\n<!-- computed: two -->\n<!-- end -->\n';

test('replaces only the text between markers', () => {
  expect(fillSections(text, { one: 'new $1', two: '2' })).toBe(
    'Before.\n\n<!-- computed: one -->\n\nnew $1\n\n<!-- end -->\n\nBetween.\n\n<!-- computed: two -->\n\n2\n\n<!-- end -->\n',
  );
});

test('changes nothing the second time', () => {
  const sections = { one: '1', two: '2' };
  const filled = fillSections(text, sections);
  expect(fillSections(filled, sections)).toBe(filled);
});

test('reads the sections that it filled', () => {
  const sections = { one: '1', two: '2' };
  expect(readSections(fillSections(text, sections))).toEqual(sections);
});

test('rejects a section without markers, and markers without a section', () => {
  expect(() => fillSections(text, { one: '1', two: '2', three: '3' })).toThrow('three');
  expect(() => fillSections(text, { one: '1' })).toThrow('two');
});

test('rejects a section without an end', () => {
  expect(() => readSections(text.replace('<!-- end -->', ''))).toThrow('has no end');
});
