import { expect, it } from 'vitest';
import { parseManualPage } from './parse-manual-page.ts';

const file = 'content/manual/a.md';
const fields = 'title: A\ndescription: B.\nalternative: C.\n';
const parse = (picture: string, text: string) =>
  parseManualPage(file, `---\n${fields}${picture}\n---\n${text}`);

it('reads the fields, numbered steps and the texts of the settings', () => {
  expect(parse('drawing: mac', 'Within {withdrawal.days} days.\n\n1. One\n2. Two')).toEqual({
    title: 'A',
    description: 'B.',
    picture: { kind: 'drawing', name: 'mac', alternative: 'C.' },
    sections: [
      { type: 'paragraph', content: ['Within 14 days.'] },
      { type: 'list', isOrdered: true, content: [{ content: ['One'] }, { content: ['Two'] }] },
    ],
  });
  expect(parse('screen: map', 'Text.').picture).toMatchObject({ kind: 'screen', name: 'map' });
});

it.each([
  ['no picture', 'other: mac', 'Text.', 'needs a screen or a drawing'],
  ['two pictures', 'screen: map\ndrawing: mac', 'Text.', 'needs a screen or a drawing'],
  ['a heading before the first paragraph', 'screen: map', '## Text', 'does not begin with a paragraph'],
])('refuses a page with %s', (_, picture, text, problem) => {
  expect(() => parse(picture, text)).toThrow(`${file}:1: ${problem}`);
});
