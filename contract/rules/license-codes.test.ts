import { describe, expect, it } from 'vitest';
import { codeAlphabet, readCode } from './license-codes.ts';

describe('readCode', () => {
  it.each(['ABCD-EFGH-JKLM-2345', 'abcd efgh jklm 2345', ' ABCDEFGHJKLM2345 '])('reads %s', (typed) => {
    expect(readCode(typed)).toBe('ABCDEFGHJKLM2345');
  });

  it.each(['', 'ABCD-EFGH-JKLM-234', 'ABCD-EFGH-JKLM-23456', 'ABCD-EFGH-JKLM-2340', 'ABCD-EFGH-JKLO-2345'])(
    'rejects "%s"',
    (typed) => {
      expect(readCode(typed)).toBeUndefined();
    },
  );

  it('has no characters that look alike', () => {
    expect(codeAlphabet).toHaveLength(32);
    expect(codeAlphabet).not.toMatch(/[01IO]/);
  });
});
