import { type StatusComponent, statusComponents } from './status-rules.ts';

const separator = ' What to do: ';
const componentSeparator = ' Status page: ';

/**
 * The description of an alarm, which its email and the desk show. The status page finds its component there.
 * @param meaning a sentence
 * @param runbook the URL or path of the section of the runbook
 */
export const describeAlarm = (
  meaning: string,
  runbook: string,
  components: readonly StatusComponent[] = [],
): string =>
  `${meaning}${components.length > 0 ? `${componentSeparator}${components.join(', ')}.` : ''}${separator}${runbook}`;

/** Divides a description of `describeAlarm` into its parts. */
export function readAlarmDescription(description: string): {
  meaning: string;
  runbook?: string;
  components: StatusComponent[];
} {
  const [described = '', runbook] = description.split(separator);
  const [meaning = '', names = ''] = described.split(componentSeparator);
  const components = statusComponents.filter((component) =>
    names.replace('.', '').split(', ').includes(component),
  );
  return { meaning, ...(runbook ? { runbook } : {}), components };
}
