import { describe, expect, it } from 'vitest';
import { describeAlarm, readAlarmDescription } from './alarm-description.ts';

describe('readAlarmDescription', () => {
  it('divides a description into its meaning and its runbook', () => {
    const runbook = 'docs/alarms.md#dead-letters';
    expect(readAlarmDescription(describeAlarm('An event was lost.', runbook))).toEqual({
      meaning: 'An event was lost.',
      runbook,
    });
  });

  it.each(['Someone else made this alarm.', ''])('reads "%s" as a meaning without a runbook', (text) => {
    expect(readAlarmDescription(text)).toEqual({ meaning: text });
  });
});
