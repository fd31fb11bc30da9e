const separator = ' What to do: ';

/**
 * The description of an alarm, which its email and the desk show.
 * @param meaning a sentence
 * @param runbook the URL or path of the section of the runbook
 */
export const describeAlarm = (meaning: string, runbook: string) => `${meaning}${separator}${runbook}`;

/** Divides a description of `describeAlarm` into its parts. */
export function readAlarmDescription(description: string): { meaning: string; runbook?: string } {
  const [meaning = '', runbook] = description.split(separator);
  return { meaning, ...(runbook ? { runbook } : {}) };
}
