import { CreateTableCommand, DescribeTableCommand } from '@aws-sdk/client-dynamodb';
import { type DynamoDBDocumentClient, PutCommand, paginateScan } from '@aws-sdk/lib-dynamodb';
import { slugOfKey } from '../../lambdas/domain/articles/article-versions.ts';
import { announceChange } from './article/await-publication.ts';
import {
  compareTables,
  describeDifference,
  type Finding,
  type Lost,
  putBack,
} from './restore/compare-tables.ts';
import { isLocal } from './stage/connect.ts';
import {
  connectToTable,
  type TableConnection,
  type TableName,
  tableNames,
} from './stage/connect-to-tables.ts';
import { askOnTerminal, isYes } from './terminal/ask-on-terminal.ts';
import { parseArguments, startCommand } from './terminal/start-command.ts';

const usage = `Usage: npm run restore -- <table> <restored table> [--missing] [--changed] [--yes] [--stage <name>]
       npm run restore -- <table> --practice

  <table>            ${tableNames.join(', ')}
  <restored table>   the name on AWS of the table that DynamoDB restored
  (no option)        compares both, and changes nothing
  --missing          puts back missing items
  --changed          shows the differences, asks, and also puts back items that have changed since
  --yes              does not ask
  --practice         copies a table of the local cloud, to practice with

Newer items stay. Items of deleted accounts, and drafts beside published articles, are left out. Without --stage it works on the local cloud. docs/alarms.md
describes how to restore a table.`;

/** The number of items shown of each kind. */
const shown = 10;

type Outcome = Finding['state'] | 'overtaken' | 'written';

const outcomes: Record<Outcome, string> = {
  same: 'unchanged',
  missing: 'missing',
  changed: 'changed since',
  ownerless: 'of deleted accounts or people who left, skipped',
  overtaken: 'changed by another write during the command, skipped',
  written: 'put back',
};

/** The team's command for tables with lost or wrong items. */
async function run(): Promise<void> {
  const { name, restored, stage, states, isPractice, yes } = readArguments();
  const connection = await connectToTable(name, stage);
  if (isPractice) return practice(connection, name);
  const tally = new Map<Outcome, { count: number; examples: string[] }>();
  const note = (outcome: Outcome, finding: Finding) => {
    const { count, examples } = tally.get(outcome) ?? { count: 0, examples: [] };
    tally.set(outcome, {
      count: count + 1,
      examples: count < shown ? [...examples, describe(finding)] : examples,
    });
  };

  const lost: Lost[] = [];
  const slugs: string[] = [];
  let compared = 0;
  const { dynamodb, table, hasAccount, events, eventBus } = connection;
  for await (const found of compareTables({ dynamodb, live: table, restored, hasAccount })) {
    const finding = name === 'Articles' ? restorableArticle(found) : found;
    if (!finding) continue;
    note(finding.state, finding);
    if ('restored' in finding && states.includes(finding.state)) lost.push(finding);
    // Includes unchanged articles, because an earlier run may have ended before it published their
    // events.
    if (name === 'Articles' && states.length > 0) slugs.push(String(finding.key.slug));
    compared += 1;
    if (process.stdout.isTTY && compared % 100 === 0)
      process.stdout.write(`\r${compared} items compared …\x1b[K`);
  }
  if (process.stdout.isTTY) process.stdout.write('\r\x1b[K');
  console.log(`${restored}, compared with ${table}:`);
  report(tally, ['same', 'missing', 'changed', 'ownerless']);
  if (states.length === 0) return console.log('Nothing was written. See --missing and --changed.');

  await confirm(lost, yes);
  for (const item of lost) note((await putBack(dynamodb, table, item)) ? 'written' : 'overtaken', item);
  for (const slug of slugs) await announceChange({ events, eventBus }, slug);
  report(tally, ['overtaken', 'written']);
}

/** The team discards drafts beside published articles, so a missing one is not lost. An old schedule would publish an old text. */
function restorableArticle(finding: Finding): Finding | undefined {
  const slug = String(finding.key.slug);
  if (slug !== slugOfKey(slug)) return undefined;
  if (!('restored' in finding) || finding.restored.status !== 'scheduled') return finding;
  const { schedule: _, ...draft } = finding.restored;
  return { ...finding, restored: { ...draft, status: 'draft' } };
}

const describe = (finding: Finding): string => {
  const key = Object.values(finding.key).join(' ');
  return finding.state === 'changed'
    ? [key, ...describeDifference(finding).map((line) => `    ${line}`)].join('\n      ')
    : key;
};

function report(tally: Map<Outcome, { count: number; examples: string[] }>, kinds: Outcome[]): void {
  for (const outcome of kinds) {
    const { count, examples } = tally.get(outcome) ?? { count: 0, examples: [] };
    console.log(`  ${count} ${outcomes[outcome]}`);
    if (outcome === 'same' || outcome === 'written') continue;
    for (const example of examples) console.log(`      ${example}`);
    if (count > shown) console.log(`      and ${count - shown} more`);
  }
}

/** @throws Error when changed items would be replaced, and nobody agrees */
async function confirm(lost: Lost[], isConfirmed: boolean): Promise<void> {
  const changed = lost.filter(({ state }) => state === 'changed').length;
  if (changed === 0 || isConfirmed) return;
  if (!askOnTerminal)
    throw new Error('Nothing was written. Add --yes to replace changed items without a terminal.');
  if (!isYes(await askOnTerminal(`Replace ${changed} changed items by their earlier state? (yes/no) `)))
    throw new Error('Nothing was written.');
}

/** Copies the items of a table of the local cloud to a new table without indexes, as a backup to practice with. */
async function copyTable(dynamodb: DynamoDBDocumentClient, table: string, copy: string): Promise<number> {
  const { Table: { KeySchema: keys, AttributeDefinitions: attributes } = {} } = await dynamodb.send(
    new DescribeTableCommand({ TableName: table }),
  );
  await dynamodb.send(
    new CreateTableCommand({
      TableName: copy,
      KeySchema: keys,
      AttributeDefinitions: attributes?.filter(({ AttributeName: name }) =>
        keys?.some((key) => key.AttributeName === name),
      ),
      BillingMode: 'PAY_PER_REQUEST',
    }),
  );
  let count = 0;
  for await (const { Items: items = [] } of paginateScan({ client: dynamodb }, { TableName: table })) {
    for (const Item of items) await dynamodb.send(new PutCommand({ TableName: copy, Item }));
    count += items.length;
  }
  return count;
}

async function practice({ dynamodb, table }: TableConnection, name: TableName): Promise<void> {
  const copy = `${table}-practice-${Date.now()}`;
  const count = await copyTable(dynamodb, table, copy);
  console.log(
    `Copied ${count} items to ${copy}. Now change or delete something on the site, then compare: npm run restore -- ${name} ${copy}
The copy stays until you delete all local data: npm start -- --reset`,
  );
}

function readArguments() {
  const flag = { type: 'boolean', default: false } as const;
  const { positionals, values } = parseArguments(usage, {
    allowPositionals: true,
    options: { stage: { type: 'string' }, missing: flag, changed: flag, yes: flag, practice: flag },
  });
  const [name = '', restored = '', ...more] = positionals;
  const { missing, changed, yes, practice: isPractice, stage } = values;
  if (!isTableName(name) || Boolean(restored) === isPractice || more.length > 0) throw new Error(usage);
  if (isPractice && (missing || changed || yes))
    throw new Error(
      '--practice only makes a copy: leave out the other options, and use them when you compare with the copy.',
    );
  if (isPractice && !isLocal(stage))
    throw new Error('Practice on the local cloud: leave out --stage. On AWS, DynamoDB restores the table.');
  const states: Finding['state'][] = [
    ...(missing || changed ? (['missing'] as const) : []),
    ...(changed ? (['changed'] as const) : []),
  ];
  return { name, restored, stage, states, isPractice, yes };
}

const isTableName = (name: string): name is TableName => (tableNames as readonly string[]).includes(name);

startCommand(run);
