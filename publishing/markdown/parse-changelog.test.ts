import { describe, expect, it } from 'vitest';
import { statusOfLabel } from '../../contract/content/changelog.ts';
import { parseChangelog } from './parse-changelog.ts';

const file = 'content/changelog.md';
const parse = (text: string) => parseChangelog(file, text);

describe('the changelog', () => {
  it('returns the versions with their changes', () => {
    const text = `<!-- rules -->

# Changelog

## [0.2.0] - 2025-08-20 - Testing

Time arrives.

### Added

- A calendar
  of your own.

### Fixed

- Pins \`stay\`.

## [0.1.0] - 2025-04-04

### Added

- A map.
`;
    expect(parse(text)).toEqual([
      {
        rawHeading: '[0.2.0] - 2025-08-20 - Testing',
        version: '0.2.0',
        date: '2025-08-20',
        label: 'Testing',
        body: [{ type: 'paragraph', content: ['Time arrives.'] }],
        categories: [
          { name: 'Added', changes: [['A calendar of your own.']] },
          { name: 'Fixed', changes: [['Pins ', { mark: 'code', content: ['stay'] }, '.']] },
        ],
      },
      {
        rawHeading: '[0.1.0] - 2025-04-04',
        version: '0.1.0',
        date: '2025-04-04',
        label: '',
        body: [],
        categories: [{ name: 'Added', changes: [['A map.']] }],
      },
    ]);
  });

  const version = '## [0.2.0] - 2025-08-20\n\n### Added\n\n- A map.\n\n';
  it.each([
    ['a heading without brackets', '## 0.2.0 - 2025-08-20', 1, 'is not "[1.2.3]'],
    ['a heading without a date', '## [0.2.0]', 1, 'is not "[1.2.3]'],
    ['an invalid date', '## [0.2.0] - 2025-02-30', 1, '2025-02-30 is not a date'],
    ['a label that looks like Dev', '## [0.2.0] - 2025-08-20 - dev', 1, 'not "dev"'],
    ['an unknown category', '## [0.2.0] - 2025-08-20\n\n### Improved', 3, '"Improved" is not one of'],
    ['a repeated category', `${version}### Added\n\n- B`, 7, 'has Added twice'],
    ['text below a category', `${version}Text.`, 7, 'only list items'],
    ['a repeated version', version + version, 7, 'is not older'],
    ['an older version above', `${version}## [0.10.0] - 2025-08-20`, 7, 'is not older'],
    ['text before the first version', 'Text.', 1, 'before the first version'],
  ])('rejects %s, with its line', (_what, text, line, problem) => {
    expect(() => parse(text)).toThrow(`${file}:${line}: `);
    expect(() => parse(text)).toThrow(problem);
  });
});

it('treats every label except Dev and Testing as live', () => {
  expect(['Dev', 'Testing', '', 'Stable'].map(statusOfLabel)).toEqual([
    'development',
    'testing',
    'live',
    'live',
  ]);
});
