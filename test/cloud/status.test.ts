import { randomUUID } from 'node:crypto';
import { beforeAll, expect, it, vi } from 'vitest';
import { isTeamPeriod, type SiteStatus } from '../../contract/records/site-status.ts';
import { registerAdmin } from '../registered-admin.ts';
import { runTeamCommand } from '../team-command.ts';
import { cloud, countDeadLetters, siteUrl } from './site.ts';

const read = async (file: string) => fetch(`${siteUrl}/${file}`);
const readStatus = async (): Promise<SiteStatus> => (await read('status.json')).json() as Promise<SiteStatus>;

const post = (path: string, form: Record<string, string> = {}) =>
  fetch(`${siteUrl}/__local/${path}`, {
    method: 'POST',
    redirect: 'manual',
    body: new URLSearchParams(form),
  });

async function put(id: string, state: 'OK' | 'ALARM'): Promise<void> {
  expect((await post('alarm', { name: `lorewright-local-${id}`, state })).status).toBe(303);
}

/** The incident with a period of this source, and that period. Other tests of this cloud may have caused periods of other sources. */
const incidentOf = ({ incidents }: SiteStatus, source: string) =>
  incidents.flatMap((incident) =>
    incident.periods.flatMap((period) => (period.source === source ? { incident, period } : [])),
  )[0];

/** Waits until a source reports a problem, or has ended it. @returns the incident */
const waitUntil = (source: string, state: 'open' | 'ended') =>
  vi.waitFor(
    async () => {
      const found = incidentOf(await readStatus(), source);
      if (!found || (found.period.to === undefined) !== (state === 'open'))
        throw new Error(`${source} is not ${state}.`);
      return found.incident;
    },
    { timeout: 20_000 },
  );

/** There is no status before the first check, which a second cloud makes five minutes after its start. */
beforeAll(async () => {
  await post('run/publishStatus');
  await vi.waitFor(readStatus, { timeout: 20_000 });
});

it('shows an alarm as an incident, and keeps it after the recovery, with what the team says', async () => {
  await put('OrdersRepaired', 'ALARM');
  const { id: incidentId, components } = await waitUntil('OrdersRepaired', 'open');
  expect(components).toContain('checkout');
  expect((await readStatus()).components.checkout).toBe('problem');

  const admin = await registerAdmin(siteUrl);
  const text = 'Orders arrive late; nothing is lost.';
  const request = { actionId: randomUUID(), incidentId, text, ends: false };
  await admin.call('deskUpdateIncident', request);
  await admin.call('deskUpdateIncident', request);
  await put('OrdersRepaired', 'OK');
  expect(await waitUntil('OrdersRepaired', 'ended')).toMatchObject({ sentences: [{ text }] });
  // Like a late or repeated event.
  await post('run/publishStatus');
  await vi.waitFor(async () => expect(await (await read('status.atom')).text()).toContain(text), {
    timeout: 20_000,
  });
  expect(await waitUntil('OrdersRepaired', 'ended')).toMatchObject({ sentences: [{ text }] });
  expect(await countDeadLetters('PublishStatus')).toBe(0);
});

it('shows what the team reports until the team ends it', async () => {
  const admin = await registerAdmin(siteUrl);
  const actionId = randomUUID();
  await admin.call('deskOpenIncident', { actionId, components: ['pages'], text: 'Pictures are missing.' });
  const { id: incidentId } = await waitUntil(`team-${actionId}`, 'open');
  expect((await readStatus()).components.pages).toBe('problem');
  expect((await admin.call('deskToday', {})).incidents?.count).toBeGreaterThan(0);
  await admin.call('deskUpdateIncident', {
    actionId: randomUUID(),
    incidentId,
    text: 'They are back.',
    ends: true,
  });
  await waitUntil(`team-${actionId}`, 'ended');
  const { entries } = await admin.call('deskAudit', { by: 'actor', value: admin.userId });
  const outcomes = entries.map(({ action, outcome }) => `${action} ${outcome}`).sort();
  expect(outcomes).toEqual([
    'openIncident done',
    'openIncident requested',
    'updateIncident done',
    'updateIncident requested',
  ]);
});

it('shows what the team writes with the command, without the desk', async () => {
  const incident = (...args: string[]) => runTeamCommand(cloud.dir, 'scripts/commands/incident.ts', ...args);
  const sentences = ['Downloads are slow.', 'We have found the cause.', 'They are fast again.'];
  const [first = '', second = '', third = ''] = sentences;
  /** The team's own period. The alarms of other tests may be a part of the incident. */
  const shown = async () => {
    const found = (await readStatus()).incidents.find((each) =>
      each.sentences.some(({ text }) => text === first),
    );
    return {
      texts: found?.sentences.map(({ text }) => text),
      own: found?.periods.filter(isTeamPeriod).at(-1),
    };
  };
  expect(await incident('open', 'downloads', first)).toMatchObject({ code: 0 });
  expect(await incident('add', 'downloads', second)).toMatchObject({ code: 0 });
  const open = await shown();
  expect([open.own?.components, open.own?.to]).toEqual([['downloads'], undefined]);
  expect(await incident('end', 'downloads', third)).toMatchObject({ code: 0 });
  const ended = await shown();
  expect(ended.texts).toEqual(expect.arrayContaining(sentences));
  expect(ended.own?.to).toBeDefined();
  expect(await incident('open', 'ships', 'They sink.')).toMatchObject({
    code: 1,
    output: expect.stringMatching(/^components: .*Usage/s),
  });
});

it('sends both files with their types and a short cache', async () => {
  const headers = await Promise.all(
    ['status.json', 'status.atom'].map(async (file) => (await read(file)).headers),
  );
  expect(headers.map((each) => [each.get('content-type'), each.get('cache-control')])).toEqual([
    ['application/json', 'public, max-age=60'],
    ['application/atom+xml; charset=utf-8', 'public, max-age=60'],
  ]);
});

it('says without JavaScript where the same content is', async () => {
  const page = await (await read('status')).text();
  for (const file of ['status.json', 'status.atom']) expect(page).toContain(`href="/${file}"`);
  expect(page).toMatch(/<noscript>.*needs JavaScript.*<\/noscript>/s);
});
