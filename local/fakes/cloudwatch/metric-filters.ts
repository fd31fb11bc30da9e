import type { MetricStore } from './metric-store.ts';

/** A metric filter for the log of a function. */
export interface MetricFilter {
  functionName: string;
  /** Counts the JSON lines in which `field` has the value. */
  field: string;
  value: string;
  namespace: string;
  metric: string;
}

/** @throws Error for a pattern that the local cloud does not support, because it would count nothing without an error */
export function readFilterPattern(pattern: string): Pick<MetricFilter, 'field' | 'value'> {
  const [, field, value] = /^\{ ?\$\.(\w+) = "([^"]*)" ?\}$/.exec(pattern) ?? [];
  if (!field || value === undefined)
    throw new Error(`The local cloud supports only { $.field = "value" }, not the filter ${pattern}.`);
  return { field, value };
}

/** Counts log lines of functions like the metric filters of their log groups. */
export function countFromLogs(store: MetricStore, filters: MetricFilter[], now: () => number = Date.now) {
  const byFunction = Map.groupBy(filters, ({ functionName }) => functionName);
  return (functionName: string, line: string): void => {
    const ofFunction = byFunction.get(functionName);
    const logged = ofFunction && readObject(line);
    if (!logged) return;
    for (const { field, value, namespace, metric } of ofFunction)
      if (logged[field] === value) store.add({ namespace, metric, at: now() });
  };
}

function readObject(line: string): Record<string, unknown> | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    return JSON.parse(line);
  } catch {
    return undefined;
  }
}
