import { describe, expect, it } from 'vitest';
import { quietMinutes } from '../../../contract/rules/status-rules.ts';
import { testBuckets } from '../../platform/test-buckets.ts';
import { addSentence, openIncident, requireStatus } from './edit-incidents.ts';
import { statusStore } from './status-store.ts';
import { atMinute, checkAll, checkAt, type Timeline } from './test-alarms.ts';

const opening = { actionId: 'a1', components: ['email' as const], text: 'Emails arrive late.' };
const tell = (incidentId: string, actionId: string, ends = false) => ({
  incidentId,
  actionId,
  ends,
  text: `Sentence ${actionId}.`,
});
const firstId = (status: { incidents: { id: string }[] }) => status.incidents[0]?.id ?? '';

describe('an incident that the team opens', () => {
  const opened = openIncident(checkAt(0, []), opening, atMinute(3));

  it('lasts until the team ends it, although no alarm sees it', () => {
    const later = checkAt(500, [], opened);
    expect(later.components.email).toBe('problem');
    const ended = addSentence(later, tell(firstId(later), 'a2', true), atMinute(510));
    expect(ended.components.email).toBe('watching');
    expect(ended.incidents).toMatchObject([
      {
        endedAt: atMinute(510).toISOString(),
        sentences: [{ text: 'Emails arrive late.' }, { text: 'Sentence a2.' }],
      },
    ]);
    expect(checkAt(510 + quietMinutes, [], ended).components.email).toBe('noReports');
  });

  it('becomes a part of the incident that an alarm reports at that time, and keeps its sentence', () => {
    const timeline: Timeline = [{ minute: 1, source: 'Mailer', to: 'ALARM' }];
    const alarmed = checkAt(2, timeline, checkAt(0, timeline));
    const both = openIncident(alarmed, opening, atMinute(3));
    expect(both.incidents).toHaveLength(1);
    expect(firstId(both)).toBe(firstId(alarmed));
    expect(both.incidents[0]?.sentences).toHaveLength(1);
  });

  it('takes up an alarm that follows, under the same id', () => {
    const joined = checkAt(10, [{ minute: 5, source: 'Mailer', to: 'ALARM' }], opened);
    expect(joined.incidents).toHaveLength(1);
    expect(firstId(joined)).toBe(firstId(opened));
    expect(joined.incidents[0]?.sentences).toHaveLength(1);
  });

  it('is one incident if the request is repeated', () => {
    expect(openIncident(opened, opening, atMinute(4))).toBe(opened);
  });
});

describe('a sentence', () => {
  const timeline: Timeline = [
    { minute: 10, source: 'Mailer', to: 'ALARM' },
    { minute: 20, source: 'Mailer', to: 'OK' },
  ];

  it('stays with a past incident', () => {
    const past = checkAll([0, 15, 300], timeline);
    const told = addSentence(past, tell(firstId(past), 'a1'), atMinute(301));
    expect(checkAt(400, timeline, told).incidents[0]?.sentences).toEqual([
      { sentenceId: 'a1', at: atMinute(301).toISOString(), text: 'Sentence a1.' },
    ]);
    expect(addSentence(told, tell(firstId(past), 'a1'), atMinute(302))).toBe(told);
  });

  it('cannot end what an alarm reports, and needs an incident and a first check', () => {
    const open = checkAll([0, 15], timeline);
    expect(() => addSentence(open, tell(firstId(open), 'a1', true), atMinute(16))).toThrow(
      'What an alarm reports ends with the alarm.',
    );
    expect(() => addSentence(open, tell('other', 'a1'), atMinute(16))).toThrow('not listed any more');
    expect(() => requireStatus(undefined)).toThrow('There is no status yet.');
  });
});

describe('the store', () => {
  const store = statusStore(testBuckets('site'), 'site');

  it('loses nothing when the team and checks write at once', async () => {
    await store.change(() => checkAt(0, []));
    const teamWrites = [1, 2].map((number) =>
      store.change((current) =>
        openIncident(requireStatus(current), { ...opening, actionId: `a${number}` }, atMinute(number)),
      ),
    );
    const checks = [5, 6].map((minute) => store.change((current) => checkAt(minute, [], current)));
    await Promise.all([...teamWrites, ...checks]);
    const sentences = (await store.read())?.incidents.flatMap((incident) => incident.sentences) ?? [];
    expect(sentences.map(({ sentenceId }) => sentenceId).sort()).toEqual(['a1', 'a2']);
  });

  it('writes nothing when nothing changes', async () => {
    const before = await store.read();
    expect(await store.change((current) => requireStatus(current))).toEqual(before);
  });

  it('gives up when each attempt is too late', async () => {
    let minute = 10;
    const racing = () =>
      store.change(async (current) => {
        await store.change((inner) => checkAt(minute++, [], inner));
        return checkAt(minute, [], current);
      });
    await expect(racing()).rejects.toThrow('changed several times');
  });
});
