import { writeFile } from 'node:fs/promises';
import { paginateScan } from '@aws-sdk/lib-dynamodb';
import type { StoredOrder } from '../../lambdas/domain/orders/order-store.ts';
import { ordersCsv, type Period } from '../../lambdas/domain/orders/orders-csv.ts';
import { connectToTable } from './stage/connect-to-tables.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run orders -- export --from <date> --to <date> [--file <path>] [--stage <name>]

  --from, --to    the first and the last day, as in 2026-11-01, or the first and the last month, as in 2026-11 (UTC)
  --file <path>   the new file, by default orders-<from>-<to>.csv in this folder

Writes a CSV file for the accountant: one line for each charge, refund and ended dispute, with tax and country.
Without --stage it works on the local cloud.`;

const datePattern = /^\d{4}-(0[1-9]|1[0-2])(-(0[1-9]|[12]\d|3[01]))?$/;

/** The team's command for the accounts. */
async function run(): Promise<void> {
  const { period, file, stage } = readArguments();
  const { dynamodb, table } = await connectToTable('Orders', stage);
  const orders: StoredOrder[] = [];
  for await (const { Items = [] } of paginateScan({ client: dynamodb }, { TableName: table }))
    orders.push(...(Items as StoredOrder[]));
  const { text, count } = ordersCsv(orders, period);
  await writeNewFile(file, text);
  console.log(`Wrote ${count === 1 ? '1 line' : `${count} lines`} to ${file}.`);
}

/** February 31 has the form of a day, and is none. */
function isDate(text: string): boolean {
  if (!datePattern.test(text)) return false;
  const date = new Date(text);
  return !Number.isNaN(date.getTime()) && date.toISOString().startsWith(text);
}

function readArguments(): { period: Period; file: string; stage: string | undefined } {
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: {
      from: { type: 'string' },
      to: { type: 'string' },
      file: { type: 'string' },
      stage: { type: 'string' },
    },
  });
  const { from, to, stage, file = `orders-${from}-${to}.csv` } = values;
  if (positionals.join() !== 'export' || !from || !to) throw new Error(usage);
  for (const date of [from, to])
    if (!isDate(date)) throw new Error(`"${date}" is not a day like 2026-11-01 or a month like 2026-11.`);
  if (from.slice(0, to.length) > to) throw new Error(`The period ends (${to}) before it begins (${from}).`);
  return { period: { from, to }, file, stage };
}

/**
 * Writes a file that only its owner can read.
 * @throws Error that says what to do if the file exists, or its folder does not
 */
async function writeNewFile(file: string, text: string): Promise<void> {
  await writeFile(file, text, { flag: 'wx', mode: 0o600 }).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') throw new Error(`There is no folder for ${file}. Create it first.`);
    throw error.code === 'EEXIST' ? new Error(`${file} exists already. Name a new file.`) : error;
  });
}

startCommand(run);
