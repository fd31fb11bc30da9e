import { parseArgs } from 'node:util';
import { describeMishap } from './describe-mishap.ts';
import { compareTables, type Finding } from './restore/compare-tables.ts';
import { connectToTable, type TableName, tableNames } from './restore/connect-to-tables.ts';
import { putBack } from './restore/put-back.ts';

const usage = `Usage: npm run restore -- <table> <restored table> [--missing] [--changed] [--stage <name>]

  <table>            ${tableNames.join(', ')}
  <restored table>   what DynamoDB has restored from a point in time, by its name on AWS
  (no option)        compares the two, and changes nothing
  --missing          puts back what the table has lost
  --changed          also puts back what has changed since

What was added since stays. What belonged to an account that was deleted is left out. Without --stage it works on the
local cloud. docs/runbook.md says how to come to a restored table.`;

/** How many keys are shown of each kind. */
const shown = 10;

/** The team's command for tables that have lost something. */
async function run(): Promise<void> {
  const { name, restored, stage, states } = readArguments();
  const { dynamodb, table, readAccounts } = await connectToTable(name, stage);
  const accounts = await readAccounts();
  const found: Record<Finding['state'], string[]> = { same: [], missing: [], changed: [], ownerless: [] };
  const overtaken: string[] = [];
  let written = 0;

  for await (const finding of compareTables({ dynamodb, live: table, restored, accounts })) {
    const key = Object.values(finding.key).join(' ');
    found[finding.state].push(key);
    if ('restored' in finding && states.includes(finding.state)) {
      if (await putBack(dynamodb, table, finding)) written += 1;
      else overtaken.push(key);
    }
    const count = Object.values(found).flat().length;
    if (process.stdout.isTTY && count % 100 === 0) process.stdout.write(`\r${count} items compared …\x1b[K`);
  }

  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  console.log(`${restored}, beside ${table}:`);
  console.log(`  ${found.same.length} are as they were`);
  list('missing', found.missing);
  list('changed since', found.changed);
  list('of deleted accounts, left out', found.ownerless);
  list('written by somebody else meanwhile, left alone', overtaken);
  console.log(
    states.length > 0 ? `${written} put back.` : 'Nothing was written. See --missing and --changed.',
  );
}

function list(what: string, keys: string[]): void {
  console.log(`  ${keys.length} ${what}`);
  for (const key of keys.slice(0, shown)) console.log(`      ${key}`);
  if (keys.length > shown) console.log(`      and ${keys.length - shown} more`);
}

function readArguments() {
  try {
    const { positionals, values } = parseArgs({
      allowPositionals: true,
      options: { stage: { type: 'string' }, missing: { type: 'boolean' }, changed: { type: 'boolean' } },
    });
    const [name = '', restored = '', ...more] = positionals;
    if (!isTableName(name) || !restored || more.length > 0) throw new Error(usage);
    const { missing = false, changed = false, stage } = values;
    const states: Finding['state'][] = [
      ...(missing || changed ? (['missing'] as const) : []),
      ...(changed ? (['changed'] as const) : []),
    ];
    return { name, restored, stage, states };
  } catch {
    throw new Error(usage);
  }
}

const isTableName = (name: string): name is TableName => (tableNames as readonly string[]).includes(name);

run().catch((error: Error) => {
  console.error(describeMishap(error));
  process.exitCode = 1;
});
