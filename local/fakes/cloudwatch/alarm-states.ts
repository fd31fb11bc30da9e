export const alarmStates = ['OK', 'ALARM', 'INSUFFICIENT_DATA'] as const;

export type AlarmStateValue = (typeof alarmStates)[number];

interface StateChange {
  name: string;
  from: AlarmStateValue;
  to: AlarmStateValue;
  at: Date;
}

export type AlarmStates = ReturnType<typeof openAlarmStates>;

/** The states into which alarms were put by hand, until the next start. Unlike on AWS, such a state stays until it is changed. */
export function openAlarmStates(
  putEvent: (source: string, detailType: string, detail: object) => Promise<unknown>,
  now: () => Date = () => new Date(),
) {
  const changes: StateChange[] = [];
  return {
    /** The last change of an alarm by hand. */
    lastOf: (name: string): StateChange | undefined => changes.findLast((change) => change.name === name),

    /** Puts an alarm into a state, and sends the event about it. */
    async set(
      { name, description }: { name: string; description: string },
      from: AlarmStateValue,
      to: AlarmStateValue,
    ) {
      if (from === to) return;
      const at = now();
      const previous = changes.findLast((change) => change.name === name);
      changes.push({ name, from, to, at });
      // https://docs.aws.amazon.com/AmazonCloudWatch/latest/monitoring/cloudwatch-and-eventbridge.html
      const stateOf = (value: AlarmStateValue, since: Date) => ({
        value,
        reason: 'It was put into this state by hand.',
        timestamp: since.toISOString().replace('Z', '+0000'),
      });
      await putEvent('aws.cloudwatch', 'CloudWatch Alarm State Change', {
        alarmName: name,
        configuration: { description, metrics: [] },
        previousState: stateOf(from, previous?.at ?? at),
        state: stateOf(to, at),
      });
    },

    /** Answers `DescribeAlarmHistory`, the latest first. Dates are seconds since 1970. */
    describeHistory({
      StartDate: start = 0,
      EndDate: end = Number.POSITIVE_INFINITY,
    }: {
      StartDate?: number;
      EndDate?: number;
    }) {
      const inTime = changes.filter(({ at }) => at.getTime() >= start * 1000 && at.getTime() <= end * 1000);
      return inTime.toReversed().map(({ name, from, to, at }) => ({
        AlarmName: name,
        AlarmType: 'MetricAlarm',
        Timestamp: at.getTime() / 1000,
        HistoryItemType: 'StateUpdate',
        HistorySummary: `Alarm updated from ${from} to ${to}`,
        HistoryData: JSON.stringify({
          version: '1.0',
          oldState: { stateValue: from },
          newState: { stateValue: to },
        }),
      }));
    },
  };
}
