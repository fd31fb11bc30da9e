import { beforeEach, describe, expect, it } from 'vitest';
import { deskPageSize, overviewDays } from '../../../contract/rules/desk-rules.ts';
import { testSiteTables } from '../../platform/test-site-tables.ts';
import { auditStore } from '../desk/audit-store.ts';
import { problemDesk } from './problem-desk.ts';
import { problemStore } from './problem-store.ts';

const { client, names } = testSiteTables('Problems', 'Audit');
const problems = problemStore(client, names.Problems);
const desk = problemDesk(client, names.Problems);
const audit = auditStore(client, names.Audit);

const now = new Date('2026-11-28T10:00:00.000Z');
const system = { platform: 'win-x64', systemVersion: '10.0.22631' } as const;
let crash = '';
let version = '';
let last = 0;

beforeEach(() => {
  last += 1;
  version = `1.0.${last}`;
  crash = last.toString(16).padStart(16, '0');
});

const partOf = (auditId: string, after = 'done') =>
  audit.part({
    auditId,
    at: now.toISOString(),
    actorId: `admin of ${auditId}`,
    action: 'solveProblem',
    outcome: 'done',
    problem: crash,
    after,
    requestId: 'r-1',
  });

async function addText(): Promise<string> {
  await problems.addText(crash, { version, ...system, text: 'It fails.', email: 'ana@example.test' }, now);
  return (await desk.texts(version, crash, undefined)).texts[0]?.textId ?? '';
}

describe('the list of problems', () => {
  it('has the crashes of a version with their first reports, the most frequent first', async () => {
    const frequent = 'f'.repeat(16);
    await problems.addCrash(version, { crash, ...system, frames: [] }, now);
    await problems.addCrash(version, { crash: frequent, ...system, frames: ['at open'] }, now);
    const later = new Date('2026-11-29T09:00:00.000Z');
    await problems.countReport(version, crash, now, 0);
    // Counts of several shards may come in any order.
    await problems.countReport(version, frequent, later, 0);
    await problems.countReport(version, frequent, now, 15);
    await problems.countNetwork(version, now, 3);
    await problems.countNetwork(version, now, 4);
    await problems.countReport(`${version}9`, crash, now, 1);

    const list = await desk.list(version, later);
    expect(list.crashes.map((listed) => [listed.crash, listed.reports])).toEqual([
      [frequent, 2],
      [crash, 1],
    ]);
    expect(list.crashes[0]).toMatchObject({
      ...system,
      frames: ['at open'],
      firstAt: now.toISOString(),
      lastAt: later.toISOString(),
    });
    expect(list.days).toHaveLength(overviewDays);
    expect(list.days.slice(-2)).toEqual(['2026-11-28', '2026-11-29']);
    expect(list.networks.slice(-3)).toEqual([0, 2, 0]);
    expect(list.hiddenCount).toBe(0);
  });

  it('ends after the most frequent ones, and shows a crash whose details have expired', async () => {
    for (let index = 0; index <= deskPageSize; index++)
      await problems.countReport(version, index.toString(16).padStart(16, '0'), now, index % 16);
    await problems.countReport(version, '0'.repeat(16), now, 1);
    const { crashes, hiddenCount } = await desk.list(version, now);
    expect(crashes).toHaveLength(deskPageSize);
    expect(crashes[0]).toEqual({ crash: '0'.repeat(16), reports: 2, lastAt: now.toISOString(), frames: [] });
    expect(hiddenCount).toBe(1);
  });

  it('shows a decision about a crash in each version', async () => {
    await desk.solve(crash, { solvedIn: '2.0.0', seen: undefined }, partOf(`solve ${crash}`));
    for (const [each, hasComeBack] of [
      [version, false],
      [`${version}-beta.1`, false],
      ['2.0.0', true],
      ['2.1.0', true],
    ] as const) {
      await problems.countReport(each, crash, now, 0);
      expect((await desk.list(each, now)).crashes[0]).toMatchObject({ solvedIn: '2.0.0', hasComeBack });
    }
  });
});

describe('an answer', () => {
  const answerBy = (answerId: string, text = 'Thank you.') => ({
    answerId,
    at: now.toISOString(),
    actorId: 'admin-1',
    text,
  });

  it('is stored once, with its audit entry', async () => {
    const textId = await addText();
    const answer = answerBy(`answer ${crash}`);
    await desk.answer({ version, textId }, answer, partOf(answer.answerId));
    await desk.answer({ version, textId }, answer, partOf(answer.answerId));
    // The app repeats the report.
    await addText();
    expect(await desk.getText(version, textId)).toMatchObject({ text: 'It fails.', answer });
    expect(await audit.find({ by: 'actor', value: `admin of ${answer.answerId}` })).toHaveLength(1);
  });

  it('is refused when another admin was faster, and changes nothing', async () => {
    const textId = await addText();
    const [first, second] = [answerBy(`first ${crash}`), answerBy(`second ${crash}`)];
    await desk.answer({ version, textId }, first, partOf(first.answerId));
    await expect(desk.answer({ version, textId }, second, partOf(second.answerId))).rejects.toMatchObject({
      code: 'aborted',
    });
    expect((await desk.getText(version, textId)).answer).toEqual(first);
    expect(await audit.find({ by: 'actor', value: `admin of ${second.answerId}` })).toEqual([]);
  });

  it('is refused when its id belongs to another answer', async () => {
    const textId = await addText();
    const answer = answerBy(`again ${crash}`);
    await desk.answer({ version, textId }, answer, partOf(answer.answerId));
    const changed = { ...answer, text: 'Another text.' };
    await expect(desk.answer({ version, textId }, changed, partOf(answer.answerId))).rejects.toMatchObject({
      code: 'aborted',
    });
  });

  it('is refused for a text that has expired, and creates nothing', async () => {
    const textId = 'text#none';
    await expect(
      desk.answer({ version, textId }, answerBy(`none ${crash}`), partOf(`none ${crash}`)),
    ).rejects.toMatchObject({ code: 'not-found' });
    expect(await problems.findText(version, textId)).toBeUndefined();
  });
});

describe('a crash', () => {
  it('is marked as solved by the first of two admins', async () => {
    const first = { solvedIn: '1.1.0', seen: undefined };
    await desk.solve(crash, first, partOf(`one ${crash}`, '1.1.0'));
    await desk.solve(crash, first, partOf(`one ${crash}`, '1.1.0'));
    await expect(
      desk.solve(crash, { solvedIn: '1.2.0', seen: undefined }, partOf(`two ${crash}`)),
    ).rejects.toMatchObject({ code: 'aborted' });
    await desk.solve(crash, { solvedIn: '1.2.0', seen: '1.1.0' }, partOf(`three ${crash}`));
    await problems.countReport(version, crash, now, 0);
    expect((await desk.list(version, now)).crashes[0]?.solvedIn).toBe('1.2.0');
  });
});
