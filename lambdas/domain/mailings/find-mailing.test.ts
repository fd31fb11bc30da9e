import { describe, expect, it } from 'vitest';
import { findMailing } from './find-mailing.ts';
import type { StoredMailing } from './mailing-store.ts';

const stored = { slug: 'spring' } as StoredMailing;
const mailings = { find: async (slug: string) => (slug === stored.slug ? stored : undefined) };

describe('findMailing', () => {
  it('returns the mailing', async () => {
    expect(await findMailing(mailings, 'spring')).toBe(stored);
  });

  it('fails for a mailing that does not exist', async () => {
    await expect(findMailing(mailings, 'autumn')).rejects.toMatchObject({ code: 'not-found' });
  });
});
