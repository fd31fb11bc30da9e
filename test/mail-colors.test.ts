import { readFileSync } from 'node:fs';
import { transform } from 'lightningcss';
import { expect, test } from 'vitest';
import { mailColors } from '../lambdas/domain/mail/look.ts';

const tokens = readFileSync('web/src/styles/tokens.css', 'utf8');

/** A color for programs that do not support OKLCH. */
function hexOf(color: string): string | undefined {
  const { code } = transform({
    filename: '',
    code: Buffer.from(`a{color:${color}}`),
    minify: true,
    targets: { chrome: 80 << 16 },
  });
  return /#[0-9a-f]+/.exec(code.toString())?.[0];
}

test.each(Object.entries(mailColors))(
  'uses the same color %s in emails as on the site',
  (name, { day, night }) => {
    const [, light = '', dark = ''] =
      new RegExp(`--color-${name}: light-dark\\((oklch\\([^)]+\\)), (oklch\\([^)]+\\))\\)`).exec(tokens) ??
      [];
    expect([day, night]).toEqual([hexOf(light), hexOf(dark)]);
  },
);
