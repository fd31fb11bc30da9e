import { announceChange } from './article/stored-articles.ts';
import { compareTables, type Finding } from './restore/compare-tables.ts';
import { putBack } from './restore/put-back.ts';
import { connectToTable, type TableName, tableNames } from './stage/connect-to-tables.ts';
import { describeError } from './terminal/describe-error.ts';
import { parseArguments } from './terminal/parse-arguments.ts';

const usage = `Usage: npm run restore -- <table> <restored table> [--missing] [--changed] [--stage <name>]

  <table>            ${tableNames.join(', ')}
  <restored table>   the name on AWS of the table that DynamoDB restored
  (no option)        compares both, and changes nothing
  --missing          puts back missing items
  --changed          also puts back items that have changed since

Newer items stay, and items of deleted accounts are left out. Without --stage it works on the local cloud. docs/alarms.md
describes how to restore a table.`;

/** The number of keys shown of each kind. */
const shown = 10;

type Outcome = Finding['state'] | 'overtaken' | 'written';

const outcomes: Record<Outcome, string> = {
  same: 'unchanged',
  missing: 'missing',
  changed: 'changed since',
  ownerless: 'of deleted accounts, skipped',
  overtaken: 'changed by another write in the meantime, skipped',
  written: 'put back',
};

/** The team's command for tables with lost or wrong items. */
async function run(): Promise<void> {
  const { name, restored, stage, states } = readArguments();
  const { dynamodb, table, hasAccount, events, eventBus } = await connectToTable(name, stage);
  const counts = new Map<Outcome, number>();
  const examples = new Map<Outcome, string[]>();
  const note = (outcome: Outcome, { key }: Finding) => {
    const count = (counts.get(outcome) ?? 0) + 1;
    counts.set(outcome, count);
    if (count <= shown)
      examples.set(outcome, [...(examples.get(outcome) ?? []), Object.values(key).join(' ')]);
  };

  let compared = 0;
  for await (const finding of compareTables({ dynamodb, live: table, restored, hasAccount })) {
    note(finding.state, finding);
    if ('restored' in finding && states.includes(finding.state))
      note((await putBack(dynamodb, table, finding)) ? 'written' : 'overtaken', finding);
    // Includes unchanged articles, because an earlier run may have ended before it published their
    // events.
    if (name === 'Articles' && states.length > 0)
      await announceChange({ events, eventBus }, String(finding.key.slug));
    compared += 1;
    if (process.stdout.isTTY && compared % 100 === 0)
      process.stdout.write(`\r${compared} items compared …\x1b[K`);
  }

  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  console.log(`${restored}, compared with ${table}:`);
  for (const [outcome, words] of Object.entries(outcomes) as [Outcome, string][]) {
    const count = counts.get(outcome) ?? 0;
    console.log(`  ${count} ${words}`);
    if (outcome === 'same' || outcome === 'written') continue;
    for (const key of examples.get(outcome) ?? []) console.log(`      ${key}`);
    if (count > shown) console.log(`      and ${count - shown} more`);
  }
  if (states.length === 0) console.log('Nothing was written. See --missing and --changed.');
}

function readArguments() {
  const { positionals, values } = parseArguments(usage, {
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
}

const isTableName = (name: string): name is TableName => (tableNames as readonly string[]).includes(name);

run().catch((error: Error) => {
  console.error(describeError(error));
  process.exitCode = 1;
});
