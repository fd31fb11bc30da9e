import { describe, expect, it } from 'vitest';
import { describeAlarm, readAlarmDescription } from './alarm-description.ts';

describe('readAlarmDescription', () => {
  it('divides a description into its meaning, its runbook and its components', () => {
    const runbook = 'docs/alarms.md#dead-letters';
    expect(readAlarmDescription(describeAlarm('An event was lost.', runbook, ['email', 'pages']))).toEqual({
      meaning: 'An event was lost.',
      runbook,
      components: ['pages', 'email'],
    });
  });

  it.each(['Someone else made this alarm.', ''])('reads "%s" as a meaning without a runbook', (text) => {
    expect(readAlarmDescription(text)).toEqual({ meaning: text, components: [] });
  });
});
