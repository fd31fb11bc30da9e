import sharp from 'sharp';
import { expect, it } from 'vitest';
import { nightColor } from './night-colors.ts';
import { drawSocialPicture, socialColors } from './social-picture.ts';

const cover = () => sharp({ create: { width: 1600, height: 720, channels: 3, background: '#888' } });
const refuseField = (name: string, problem: string): never => {
  throw new Error(`${name}: ${problem}`);
};

it.each(Object.entries(socialColors))('uses the site’s color %s', (name, color) => {
  expect(color).toBe(nightColor(name));
});

it.each([
  'Short',
  'A headline that is so long that it takes more than two lines, and is cut with an ellipsis; '
    .repeat(3)
    .trim(),
])('draws the size that networks expect: %s', async (headline) => {
  const picture = await drawSocialPicture(cover().png(), { headline, refuseField });
  expect(await sharp(picture).metadata()).toMatchObject({ format: 'png', width: 1200, height: 630 });
});

it.each([
  ['an emoji', 'Maps 🎉 for everyone', 'Maps for everyone'],
  ['a family of emoji', '👨‍👩‍👧 Maps for everyone', 'Maps for everyone'],
  ['an accent as a character of its own', 'Cafe\u0301', 'Caf\u00e9'],
  ['only letters that the typeface lacks', '地図', '🎉'],
])('draws a headline with %s', async (_what, headline, same) => {
  const [picture, expected] = await Promise.all(
    [headline, same].map((text) => drawSocialPicture(cover().png(), { headline: text, refuseField })),
  );
  expect(expected?.equals(picture as Buffer)).toBe(true);
});

it('draws the trademark sign, arrows and Cyrillic, or leaves them out', async () => {
  for (const headline of ['Maps™ → worlds', 'Карта мира'])
    expect(await drawSocialPicture(cover().png(), { headline, refuseField })).toBeInstanceOf(Buffer);
});

it.each([['a word that is too long', 'M'.repeat(90), 'does not fit']])(
  'rejects %s',
  async (_what, headline, problem) => {
    const drawing = drawSocialPicture(cover(), { headline, refuseField });
    await expect(drawing).rejects.toThrow(/^headline: the headline cannot be drawn: /);
    await expect(drawing).rejects.toThrow(problem);
  },
);
