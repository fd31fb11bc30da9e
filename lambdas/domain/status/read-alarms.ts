import {
  type CloudWatchClient,
  paginateDescribeAlarmHistory,
  paginateDescribeAlarms,
} from '@aws-sdk/client-cloudwatch';
import { readAlarmDescription } from '../../../contract/rules/alarm-description.ts';
import type { AlarmState, SeenAlarms } from './check-status.ts';

/** Reads the alarms of a site that name a component, and their changes since a time. */
export async function readAlarms(
  client: CloudWatchClient,
  siteName: string,
  since: Date,
): Promise<SeenAlarms> {
  const prefix = `${siteName}-`;
  const found: SeenAlarms = { alarms: [], changes: [] };
  for await (const { MetricAlarms: alarms = [] } of paginateDescribeAlarms(
    { client },
    { AlarmNamePrefix: prefix },
  ))
    for (const {
      AlarmName: name = '',
      AlarmDescription: text = '',
      StateValue: state = 'OK',
      ...alarm
    } of alarms) {
      const { components } = readAlarmDescription(text);
      const at = alarm.StateTransitionedTimestamp ?? alarm.StateUpdatedTimestamp ?? since;
      if (components.length > 0)
        found.alarms.push({ source: name.slice(prefix.length), components, state, since: at });
    }
  // The history of all alarms, because a request for each would be throttled.
  const history = { HistoryItemType: 'StateUpdate', StartDate: since } as const;
  for await (const { AlarmHistoryItems: items = [] } of paginateDescribeAlarmHistory({ client }, history))
    for (const { AlarmName: name = '', Timestamp: at, HistoryData: data } of items) {
      if (!name.startsWith(prefix) || !at || !data) continue;
      const { oldState, newState } = JSON.parse(data) as Record<
        'oldState' | 'newState',
        { stateValue: AlarmState }
      >;
      found.changes.push({
        source: name.slice(prefix.length),
        at,
        from: oldState.stateValue,
        to: newState.stateValue,
      });
    }
  return found;
}
