import { expect, it } from 'vitest';
import { quietMinutes } from '../../../contract/rules/status-rules.ts';
import { addSentence } from './edit-incidents.ts';
import { statusFeed } from './status-feed.ts';
import { atMinute, checkAll, checkAt, type Timeline } from './test-alarms.ts';

const siteUrl = 'https://site.test';
const timeline: Timeline = [
  { minute: 10, source: 'Mailer', to: 'ALARM' },
  { minute: 20, source: 'Mailer', to: 'OK' },
  { minute: 25, source: 'Mailer', to: 'ALARM' },
  { minute: 30, source: 'Mailer', to: 'OK' },
];
const entriesOf = (feed: string) => feed.match(/<entry>[\s\S]*?<\/entry>/g) ?? [];
const feedAt = (...minutes: number[]) => statusFeed(checkAll(minutes, timeline), siteUrl);

it('changes an entry once when the incident is over, not each time that the alarm changes', () => {
  const [open] = entriesOf(feedAt(0, 12));
  expect(open).toContain('<title>Problem: Email</title>');
  expect(open).toContain('<id>https://site.test/status#20261128001000-Mailer</id>');
  for (const minute of [22, 27, 32, 30 + quietMinutes - 1])
    expect(entriesOf(feedAt(0, 12, minute))).toEqual([open]);
  const [over, ...others] = entriesOf(feedAt(0, 12, 30 + quietMinutes));
  expect(others).toEqual([]);
  expect(over).toContain('<title>Over: Email</title>');
  expect(over).toContain('<id>https://site.test/status#20261128001000-Mailer</id>');
  expect(over).toContain(`<updated>${atMinute(30 + quietMinutes).toISOString()}</updated>`);
  expect(feedAt(0, 12, 300)).toBe(feedAt(0, 12, 400));
});

it('has the sentences of the team, escaped, and their time', () => {
  const status = checkAt(12, timeline, checkAt(0, timeline));
  const [{ id } = { id: '' }] = status.incidents;
  const told = { incidentId: id, actionId: 'a1', text: 'Emails <b>wait</b>.', ends: false };
  const [entry] = entriesOf(statusFeed(addSentence(status, told, atMinute(14)), siteUrl));
  expect(entry).toContain('Emails &lt;b&gt;wait&lt;/b&gt;.');
  expect(entry).toContain(`<updated>${atMinute(14).toISOString()}</updated>`);
});
