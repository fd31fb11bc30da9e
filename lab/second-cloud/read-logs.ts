import { callMinistack } from './call-ministack.ts';

/** The lines that functions logged, newest first, each after its function. */
export async function readLogs(port: number): Promise<string[]> {
  const groups = await listAll<{ logGroupName: string }>(port, 'DescribeLogGroups', 'logGroups', {});
  const events = await Promise.all(
    groups.map(({ logGroupName }) =>
      listAll<{ timestamp: number; message: string }>(port, 'FilterLogEvents', 'events', { logGroupName }),
    ),
  );
  return events
    .flat()
    .sort((one, other) => other.timestamp - one.timestamp)
    .flatMap(({ message }) => message.split('\n').map((line) => `function: ${line}`));
}

/** All pages of an operation of CloudWatch Logs, for which this repository has no client. */
async function listAll<Item>(
  port: number,
  operation: string,
  list: string,
  request: object,
): Promise<Item[]> {
  const items: Item[] = [];
  let nextToken: string | undefined;
  do {
    const { body } = await callMinistack(port, {
      method: 'POST',
      path: '/',
      headers: { 'content-type': 'application/x-amz-json-1.1', 'x-amz-target': `Logs_20140328.${operation}` },
      body: JSON.stringify({ ...request, nextToken }),
    });
    const page = JSON.parse(body.toString());
    items.push(...(page[list] ?? []));
    ({ nextToken } = page);
  } while (nextToken);
  return items;
}
