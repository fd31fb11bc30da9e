import { describe, expect, it } from 'vitest';
import { findMailing } from './find-mailing.ts';
import type { StoredMailing } from './stored-mailing.ts';

const stored = { slug: 'spring' } as StoredMailing;
const mailings = { find: async (slug: string) => (slug === stored.slug ? stored : undefined) };

describe('findMailing', () => {
  it('returns the mailing with the slug', async () => {
    expect(await findMailing(mailings, 'spring')).toBe(stored);
  });

  it('throws "not-found" when no mailing has the slug', async () => {
    await expect(findMailing(mailings, 'autumn')).rejects.toMatchObject({ code: 'not-found' });
  });
});
