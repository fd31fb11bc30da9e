import { describe, expect, it } from 'vitest';
import { findOutdated, findUnexplained } from './explain-survivors.ts';

const survivor = { file: 'a.ts', line: 2, code: '[]', within: 'const a = [];', replacement: '[1]' };
const explanation = { file: 'a.ts', code: '[]', within: 'const a = [];', replacements: ['[1]'], why: 'It.' };

describe('findUnexplained', () => {
  it('accepts the explained change of a line', () => {
    expect(findUnexplained([survivor], [explanation])).toEqual([]);
  });

  it.each([
    { ...survivor, file: 'b.ts' },
    { ...survivor, within: 'const b = [];' },
    { ...survivor, code: '[2]' },
    { ...survivor, replacement: '[3]' },
  ])('does not accept another change: %o', (other) => {
    expect(findUnexplained([other], [explanation])).toEqual([other]);
  });
});

describe('findOutdated', () => {
  it('finds nothing while each explained change survives', () => {
    expect(findOutdated([survivor], [explanation])).toEqual([]);
  });

  it('names an explained change that does not survive', () => {
    const both = { ...explanation, replacements: ['[1]', '[3]'] };
    expect(findOutdated([survivor], [both])).toEqual(['a.ts: [] => [3] in const a = [];']);
  });
});
