import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isVisible, tidyLine, tidyText } from './typed-text.ts';

describe('tidyText', () => {
  it.each([
    ['a line break from Word', 'One.\vTwo.', 'One.\nTwo.'],
    ['line breaks of other editors', 'a\r\nb\rc\fd\u0085e\u2028f\u2029g', 'a\nb\nc\nd\ne\nf\ng'],
    ['a control character', 'a\0b\u0007', 'ab'],
    ['half of an emoji', 'a\ud83d', 'a'],
    ['a character that reverses the text', 'a\u202egnp.exe', 'agnp.exe'],
    ['characters of no width', '\ufeffa\u200bb\u2060\u00adc', 'abc'],
    ['a joiner between letters that do not join', 'a\u200db', 'ab'],
    ['joiners after each other', 'می\u200c\u200c\u200cخواهم', 'می\u200cخواهم'],
    ['the tags of a flag without its flag', 'a\u{e0067}\u{e0062}\u{e007f}', 'a'],
  ])('removes or replaces %s', (_, text, expected) => {
    expect(tidyText(text)).toBe(expected);
  });

  it.each([
    ['tabs and line breaks', 'One.\n\tTwo.'],
    ['emoji of several code points', '👩‍🚀 👩🏽‍🚀 🏳️‍🌈 ❤️‍🔥 👨‍👩‍👧 🏴‍☠️'],
    ['the flag of Scotland', '🏴\u{e0067}\u{e0062}\u{e0073}\u{e0063}\u{e0074}\u{e007f}'],
    ['Persian', 'می\u200cخواهم'],
    ['Hindi', 'क्\u200dष'],
    ['the sign around an Arabic number', '\u06dd١'],
    ['markup', '<b>{{x}}</b> & co.'],
  ])('keeps %s', (_, text) => {
    expect(tidyText(text)).toBe(text);
  });

  it('changes nothing the second time', () => {
    fc.assert(
      fc.property(fc.string({ unit: fc.oneof(fc.string({ unit: 'binary', maxLength: 1 }), odd) }), (text) => {
        const tidy = tidyText(text);
        expect(tidyText(tidy)).toBe(tidy);
        expect(tidyLine(tidyLine(text))).toBe(tidyLine(text));
        expect(tidyLine(text)).not.toMatch(/[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069\u200b]|\p{Cs}/u);
      }),
    );
  });
});

const odd = fc.constantFrom(
  '\u200d',
  '\u200c',
  '\ud83d',
  '\v',
  '\u202e',
  'ی',
  '🏴',
  '\u{e0067}',
  '\u{e007f}',
  '👩',
);

it('turns a text into one line', () => {
  expect(tidyLine(' Ana\r\nBcc: all@example.test\t')).toBe('Ana Bcc: all@example.test');
});

describe('isVisible', () => {
  it.each(['a', '.', '王', '👩', '0', 'é', 'e\u0301'])('is true for %s', (text) => {
    expect(isVisible(text)).toBe(true);
  });

  it.each(['', ' \n', '\u200b', '\u3164', '\u115f', '\u2800', '\ufe0f', '\u0301', '\u00a0', '\u{e0100}'])(
    'is false for %j',
    (text) => {
      expect(isVisible(text)).toBe(false);
    },
  );
});
