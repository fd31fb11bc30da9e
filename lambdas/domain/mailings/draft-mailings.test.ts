import { describe, expect, it } from 'vitest';
import { stackTable } from '../../../test/stack-tables.ts';
import { testTables } from '../../platform/test-tables.ts';
import { draftReleaseMailing, draftStructureMailings } from './draft-mailings.ts';
import { mailingStore } from './mailing-store.ts';

const table = stackTable('Mailings');
const mailings = mailingStore(testTables(table), table.name);
const now = new Date('2026-12-01T10:00:00Z');
const release = {
  version: '1.2.0',
  channel: 'stable',
  date: now.toISOString(),
  notes: '### Added\n\n- Calendars with any number of moons.',
} as const;

describe('draftReleaseMailing', () => {
  it('drafts a mailing from the changelog once, also after it was discarded', async () => {
    await draftReleaseMailing(mailings, release, now);
    const draft = await mailings.find('release-1-2-0');
    expect(draft).toMatchObject({ group: 'updates', subject: 'Lorewright 1.2.0 is here', status: 'draft' });
    expect(draft?.text).toContain('- Calendars with any number of moons.');
    await mailings.write(mailings.discardDraft('release-1-2-0', now.toISOString()));
    await draftReleaseMailing(mailings, release, now);
    expect((await mailings.find('release-1-2-0'))?.status).toBe('discarded');
  });

  it('drafts nothing about a beta, a yanked release or one that is not new', async () => {
    await draftReleaseMailing(mailings, { ...release, version: '2.0.0-beta.1', channel: 'beta' }, now);
    await draftReleaseMailing(mailings, { ...release, version: '1.3.0', yankedAt: now.toISOString() }, now);
    await draftReleaseMailing(mailings, { ...release, version: '1.1.0', date: '2026-10-01T10:00:00Z' }, now);
    const { mailings: drafts } = await mailings.page('draft');
    expect(drafts).toEqual([]);
  });

  it('links to a changelog that emails cannot show', async () => {
    await draftReleaseMailing(
      mailings,
      { ...release, version: '1.5.0', notes: `- ${'x'.repeat(49_900)}` },
      now,
    );
    expect((await mailings.find('release-1-5-0'))?.text).toContain('Lorewright 1.5.0 is ready.');
    await draftReleaseMailing(mailings, { ...release, version: '1.4.0', notes: '1. Numbered' }, now);
    const text = (await mailings.find('release-1-4-0'))?.text;
    expect(text).toContain('Lorewright 1.4.0 is ready.');
    expect(text).toContain('(/changelog#1.4.0)');
  });
});

describe('draftStructureMailings', () => {
  const structure = (slug: string) => ({ slug, name: `The ${slug}`, description: 'Three acts.' });

  it('drafts mailings about structures that the first build did not have', async () => {
    await draftStructureMailings(mailings, [structure('heist'), structure('quest')], now);
    await draftStructureMailings(mailings, [structure('heist'), structure('spiral')], now);
    const { mailings: drafts } = await mailings.page('draft');
    const found = drafts.filter(({ group }) => group === 'resources');
    expect(found.map(({ slug, subject }) => [slug, subject])).toEqual([
      ['structure-spiral', 'A new story structure: The spiral'],
    ]);
  });
});
