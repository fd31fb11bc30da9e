import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { removePersonalData } from './remove-personal-data.ts';

const license = `eyJhbGciOiJFZERTQSIsInR5cCI6Imxvcm.${'eyJpc3MiOiJsb3Jld3JpZ2h0'.repeat(5)}.c2lnbmF0dXJlc2lnbmF0dXJl`;

describe('removePersonalData', () => {
  it.each([
    ['at open (/Users/ana/Novels/main.js:12:7)', 'at open (~/Novels/main.js:12:7)'],
    ['at /home/ana/.config/app/index.js', 'at ~/.config/app/index.js'],
    [String.raw`at open (C:\Users\Ana Maria\AppData\app.js:1:2)`, String.raw`at open (~\AppData\app.js:1:2)`],
    [String.raw`"C:\\Users\\ana\\AppData"`, String.raw`"~\\AppData"`],
    [String.raw`c:\documents and settings\ana\x`, String.raw`~\x`],
    ['file:///C:/Users/ana/app.js', 'file:///~/app.js'],
    ['C%3A%5CUsers%5Cana%5Capp', '~%5Capp'],
    ['at open (/Volumes/Externe Platte/Roman/x.js:1:2)', 'at open (~/x.js:1:2)'],
    ['at open (/Volumes/Platte/x.js:1:2)', 'at open (~/x.js:1:2)'],
    [String.raw`at open (\\server\share\franz\x.js:1:2)`, String.raw`at open (~\x.js:1:2)`],
    ['It is in /Users/ana and crashes', 'It is in ~ and crashes'],
    ['Write to ana.smith+news@example.co.uk!', 'Write to [address]!'],
    ['at 192.0.2.17:443', 'at [address]:443'],
    ['at 2001:db8:0:1::5 port 1', 'at [address] port 1'],
    ['at 2001:db8::1 port 1', 'at [address] port 1'],
    ['at fe80::1, then fd00:1::', 'at [address], then [address]'],
    ['GET https://example.test/a?token=abc&x=1 failed', 'GET https://example.test/a failed'],
    ['GET https://example.test/a#state=1', 'GET https://example.test/a'],
    ['GET https://ana:pass@example.test/a', 'GET https://example.test/a'],
    ['lorewright://open?project=secret-novel', 'lorewright://open'],
    ['Authorization: License abcdefghijklmnopqrst', 'Authorization: [secret]'],
    ['GET https://example.test/a?anas-novel', 'GET https://example.test/a'],
    ['GET /a?project=novel failed', 'GET /a failed'],
    ['key aB3dE5gH7jK9mN1pQ3rS5tU7vW9xY1zA3', 'key [secret]'],
    ['password = "hunter2"', 'password = [secret]"'],
    ['my code ABCD-EFGH-JKLM-2345 fails', 'my code [secret] fails'],
    ['order cs_test_a1b2c3', 'order [secret]'],
    [license, '[secret]'],
    ['5f0c7c0e2f5d4a3e8f8a0d5f6a1b2c3d', '[secret]'],
  ])('turns %j into %j', (text, cleaned) => {
    expect(removePersonalData(text)).toBe(cleaned);
  });

  it.each([
    'at Editor.save (app.asar/dist/main.js:1204:17)',
    'feed::beef at abc::add',
    'core::panicking::panic_fmt at library/core/src/panicking.rs:75:14',
    '<alloc::vec::Vec<T> as core::ops::index::Index>::add',
    '_ZN10lorewright8document4save17h0123456789abcdefE',
    '__ZN10lorewright8document4save17h0123456789abcdefE',
    '$s10Lorewright8DocumentC4saveyyF0AbCdEfGh',
    '?save@Document@@QEAAXXZ',
    'node_modules/.pnpm/electron@30.0.0/index.js',
    'Lorewright.exe+0x7ff6a1b2c3d4 on 10.0.22631.4460',
    'Why does it crash? I use 3 windows & a map.',
    'It happened at 12:30:45 with version 1.2.3-beta.4.',
  ])('keeps %j', (text) => {
    expect(removePersonalData(text)).toBe(text);
  });

  const name = fc.stringMatching(/^[A-Z][a-z]{3,10}Q(?: [A-Z][a-z]{2,8})?$/);
  const token = fc.stringMatching(/^[A-Za-z0-9_-]{20}$/);
  const personal = fc.oneof(
    name.map((ana) => ({ secret: ana, text: `/Users/${ana}/a.js` })),
    name.map((ana) => ({ secret: ana, text: `/home/${ana}/a.js` })),
    name.map((ana) => ({ secret: ana, text: `C:\\Users\\${ana}\\a.js` })),
    name.map((ana) => ({ secret: ana, text: `file:///d:/users/${ana}/a.js` })),
    token.map((code) => ({ secret: code, text: `${code}@example.test` })),
    token.map((code) => ({ secret: code, text: `https://example.test/a?code=${code}` })),
    token.map((code) => ({ secret: code, text: `token=${code}` })),
    token.map((code) => ({ secret: code, text: `Bearer ${code}` })),
    token.map((code) => ({ secret: code, text: `${code}.${code}.${code}` })),
  );
  const around = fc.oneof(fc.constantFrom('', ' ', '(', '"', '\n', 'at ', 'é '), fc.lorem());

  it('removes personal data from any place of a text, and changes a clean text no more', () => {
    fc.assert(
      fc.property(
        fc.array(fc.tuple(around, personal), { minLength: 1, maxLength: 5 }),
        around,
        (parts, end) => {
          const text = `${parts.map(([before, { text: shown }]) => `${before} ${shown} `).join('')}${end}`;
          const cleaned = removePersonalData(text);
          for (const [, { secret }] of parts) expect(cleaned).not.toContain(secret);
          expect(removePersonalData(cleaned)).toBe(cleaned);
        },
      ),
      { numRuns: 500 },
    );
  });
});
