import { encode } from 'uqr';
import { expect, test } from 'vitest';
import { qrCodePath } from './qr-code.tsx';

test('joins adjacent dark modules into one rectangle', () => {
  expect(
    qrCodePath([
      [false, true, true, false, true],
      [false, false, false, false, false],
      [true, true, true, true, true],
    ]),
  ).toBe('M1 0h2v1h-2zM4 0h1v1h-1zM0 2h5v1h-5z');
});

test('contains exactly the dark modules of a code', () => {
  const { data } = encode('otpauth://totp/Lorewright:ana@example.test?secret=JBSWY3DPEHPK3PXP', {
    border: 4,
  });
  const drawn = data.map((row) => row.map(() => false));
  for (const [, x, y, length] of qrCodePath(data).matchAll(/M(\d+) (\d+)h(\d+)v1h-\d+z/g)) {
    drawn[Number(y)]?.fill(true, Number(x), Number(x) + Number(length));
  }
  expect(drawn).toEqual(data);
});
