import { describe, expect, it, vi } from 'vitest';
import { freeUntil } from '../../../test/free-until.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import type { LiveRecord, LiveRelease } from '../releases/live-releases.ts';
import {
  draftReleaseMailing,
  draftStructureMailings,
  scheduleOfferMailing,
  withdrawReleaseMailing,
} from './draft-mailings.ts';
import { mailingStore } from './mailing-store.ts';

const { client, names } = testSiteTables('Mailings');
const mailings = mailingStore(client, names.Mailings);
const now = new Date('2026-12-01T10:00:00Z');
const notes = '### Added\n\n- Calendars with any number of moons.';

type Release = Partial<LiveRelease['manifest']> & { version: string };

/** Drafts the mailing about the first of these releases. */
function draft(...releases: [Release, ...Release[]]) {
  const live = releases.map((release) => [
    release.version,
    { manifest: { channel: 'stable', date: now.toISOString(), notes, builds: {}, ...release }, objects: {} },
  ]);
  const record = { releases: Object.fromEntries(live) } as LiveRecord;
  return draftReleaseMailing(mailings, record, releases[0].version, now);
}

describe('draftReleaseMailing', () => {
  it('drafts a mailing from the changelog once, even after it was discarded', async () => {
    await draft({ version: '1.2.0' });
    const found = await mailings.find('release-1-2-0');
    expect(found).toMatchObject({ group: 'updates', subject: 'Lorewright 1.2.0 is here', status: 'draft' });
    expect(found?.text).toContain('- Calendars with any number of moons.');
    await mailings.write(mailings.discardDraft('release-1-2-0', now.toISOString()));
    await draft({ version: '1.2.0' });
    expect((await mailings.find('release-1-2-0'))?.status).toBe('discarded');
  });

  it('drafts nothing about a beta, a yanked release or an older release', async () => {
    await draft({ version: '2.0.0-beta.1', channel: 'beta' });
    await draft({ version: '1.3.0', yankedAt: now.toISOString() });
    await draft({ version: '1.1.0' }, { version: '1.2.0' });
    const { mailings: drafts } = await mailings.page('draft');
    expect(drafts).toEqual([]);
  });

  it.each([
    ['1.4.0', '1. Numbered'],
    ['1.5.0', `- ${'x'.repeat(49_900)}`],
  ])('links to a changelog that an email cannot contain: %s', async (version, unsuitable) => {
    await draft({ version, notes: unsuitable });
    const text = (await mailings.find(`release-${version.replaceAll('.', '-')}`))?.text;
    expect(text).toContain(`Lorewright ${version} is ready.`);
    expect(text).toContain(`(/changelog#${version})`);
  });
});

describe('withdrawReleaseMailing', () => {
  const statusOf = async (slug: string) => (await mailings.find(slug))?.status;

  it('discards the draft about the version', async () => {
    await draft({ version: '3.0.0' });
    await withdrawReleaseMailing(mailings, '3.0.0');
    await withdrawReleaseMailing(mailings, '3.0.0');
    expect(await statusOf('release-3-0-0')).toBe('discarded');
  });

  it('pauses a mailing that is being sent, and says why', async () => {
    await draft({ version: '3.1.0' });
    const approval = { approvedBy: 'ana', approvedAt: now.toISOString(), expected: 3 };
    await mailings.write(mailings.approve('release-3-1-0', now.toISOString(), approval));
    await withdrawReleaseMailing(mailings, '3.1.0');
    expect(await mailings.find('release-3-1-0')).toMatchObject({
      status: 'paused',
      pauseReason: 'content',
      problem: '3.1.0 was withdrawn while its mailing was being sent.',
    });
  });

  it('changes neither a sent mailing nor the table without one', async () => {
    await withdrawReleaseMailing(mailings, '3.2.0');
    expect(await mailings.find('release-3-2-0')).toBeUndefined();
  });
});

describe('scheduleOfferMailing', () => {
  const schedule = (at: string) => scheduleOfferMailing(mailings, new Date(at));
  const mailingFor = (day: string) => mailings.find(`offer-end-early-access-${day}`);

  it('schedules a mailing to people without a license for three days before the end', async () => {
    freeUntil('2026-12-31');
    await schedule('2026-12-01T10:00:00Z');
    const found = await mailingFor('2026-12-31');
    expect(found).toMatchObject({
      group: 'updates',
      audience: 'unlicensed',
      subject: 'Claim your free license by December 31, 2026',
      status: 'scheduled',
      schedule: { at: '2026-12-29T00:00:00.000Z', timeZone: 'UTC', by: 'site' },
    });
    expect(found?.text).toContain(
      'Claim it before the end of December 31, 2026 (UTC), and keep it for life.',
    );
    const { mailings: listed } = await mailings.list('scheduled');
    expect(listed.find(({ slug }) => slug === found?.slug)?.audience).toBe('unlicensed');
  });

  it('schedules it once, even after it was changed or discarded, and again for another day', async () => {
    freeUntil('2027-01-31');
    await Promise.all([schedule('2027-01-01T10:00:00Z'), schedule('2027-01-01T10:06:00Z')]);
    const first = (await mailingFor('2027-01-31')) ?? expect.fail('There is no mailing.');
    await mailings.write(mailings.unschedule(first.slug, first.updatedAt, now));
    await schedule('2027-01-01T10:12:00Z');
    expect((await mailingFor('2027-01-31'))?.status).toBe('draft');
    await mailings.discardUnsent(first.slug);
    await schedule('2027-01-01T10:18:00Z');
    expect((await mailingFor('2027-01-31'))?.status).toBe('discarded');
    freeUntil('2027-02-28');
    await schedule('2027-01-01T10:24:00Z');
    expect((await mailingFor('2027-02-28'))?.status).toBe('scheduled');
  });

  it('schedules it at once when it learns of the end late', async () => {
    freeUntil('2027-03-31');
    await schedule('2027-03-31T23:00:00Z');
    expect((await mailingFor('2027-03-31'))?.schedule?.at).toBe('2027-03-31T23:00:00.000Z');
  });

  it('schedules nothing after the end, or for an offer without an end', async () => {
    const add = vi.fn(mailings.add);
    freeUntil(undefined);
    await scheduleOfferMailing({ ...mailings, add }, now);
    freeUntil('2027-04-30');
    await scheduleOfferMailing({ ...mailings, add }, new Date('2027-05-01T00:00:00Z'));
    expect(add).not.toHaveBeenCalled();
  });
});

describe('draftStructureMailings', () => {
  const structure = (slug: string) => ({ slug, name: `The ${slug}`, description: 'Three acts.' });

  it('drafts mailings about structures that are new since the first build', async () => {
    await draftStructureMailings(mailings, [structure('heist'), structure('quest')], now);
    await draftStructureMailings(mailings, [structure('heist'), structure('spiral')], now);
    const { mailings: drafts } = await mailings.page('draft');
    const found = drafts.filter(({ group }) => group === 'resources');
    expect(found.map(({ slug, subject }) => [slug, subject])).toEqual([
      ['structure-spiral', 'A new story structure: The spiral'],
    ]);
  });
});
