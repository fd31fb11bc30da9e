import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { siteNameOf, stages } from '../../../lib/stages.ts';
import type { Template } from '../../../scripts/build/keep-template.ts';
import { siteTemplates } from '../../../scripts/build/site-template.ts';
import { fail, removeTemporaryFilesAtExit } from '../../../test/command-line.ts';
import { replacingProperties } from '../../../test/infra/replacing-properties.ts';
import { unpackCommit } from '../../../test/unpack-commit.ts';
import { requireTools } from '../require-tools.ts';
import { readCreateOnlyProperties } from './find-lint.ts';
import { findNameConflicts, type UpdateEffect, updateEffects } from './update-effects.ts';

// `npm run conformance:update -- [<commit>]`: compares the stacks of `prod` at a commit with those of
// this checkout, and reports which resources an update would replace. It builds the site at that
// commit, with the packages of this checkout. It needs Python, and a network the first time.

/** The commit that pinned the logical ids of the resources with data. */
const pinningCommit = '4698faea';
const usage = 'Usage: npm run conformance:update -- [<commit>]';
const [commit = pinningCommit, ...more] = process.argv.slice(2);
if (more.length > 0) fail(`This command has at most one argument.\n${usage}`);
if (spawnSync('git', ['rev-parse', '--quiet', '--verify', `${commit}^{commit}`]).status !== 0)
  fail(`There is no commit ${commit} in this clone. A shallow clone lacks older commits.\n${usage}`);
requireTools(['python3']);
removeTemporaryFilesAtExit();

/** Runs in the checkout of the commit. */
const synthesizeProd = `
import { writeFileSync } from 'node:fs';
import { siteNameOf, stages } from './lib/stages.ts';
import { siteTemplates } from './scripts/build/site-template.ts';
const options = { siteName: siteNameOf('prod'), settings: stages.prod, siteFolder: 'dist/web' };
writeFileSync('prod.json', JSON.stringify(await siteTemplates(options)));
`;

const kinds = ['removed', 'replaced', 'updated in place', 'added'] as const;
const options = { siteName: siteNameOf('prod'), settings: stages.prod, siteFolder: 'dist/web' };
const before = synthesizeAt(commit);
const after = await siteTemplates(options);
const properties = new Map<string, string[]>();
const effects = updateEffects(before, after, (type) => {
  const known = properties.get(type) ?? (type.startsWith('Custom::') ? [] : readCreateOnlyProperties(type));
  properties.set(type, known);
  return known;
});
const conflicts = findNameConflicts(before, after, effects);
const lost = effects.filter(
  ({ stack, type, effect }) =>
    stack.endsWith('-data') && type in replacingProperties && (effect === 'replaced' || effect === 'removed'),
);

showByType(effects);
const counts = kinds.map((kind) => `${countOf(effects, kind)} ${kind}`);
console.log(`From ${commit}: ${counts.join(', ')}; with data, removed or replaced: ${lost.length}.`);
for (const { type, id, effect } of lost) console.log(`The update loses data: ${type} ${id} is ${effect}.`);
for (const conflict of conflicts)
  console.log(`The update fails, because two resources have one name: ${conflict}`);
if (lost.length + conflicts.length > 0) process.exitCode = 1;

/** The templates that the code of a commit synthesizes. */
function synthesizeAt(commit: string): Record<string, Template> {
  const folder = mkdtempSync(join(tmpdir(), 'commit-'));
  const run = (command: string, ...args: string[]) => {
    const { status } = spawnSync(command, args, { cwd: folder, stdio: ['ignore', 'ignore', 'inherit'] });
    if (status !== 0) fail(`"${[command, ...args].join(' ')}" failed at ${commit}.`);
  };
  unpackCommit(commit, folder);
  run('npm', 'run', '--silent', 'build');
  writeFileSync(join(folder, 'synthesize-prod.ts'), synthesizeProd);
  run(process.execPath, 'synthesize-prod.ts');
  return JSON.parse(readFileSync(join(folder, 'prod.json'), 'utf8'));
}

function countOf(all: UpdateEffect[], kind: UpdateEffect['effect']): number {
  return all.filter(({ effect }) => effect === kind).length;
}

function showByType(all: UpdateEffect[]): void {
  const rows = [...Map.groupBy(all, ({ type }) => type)].sort(([a], [b]) => a.localeCompare(b));
  console.table(
    Object.fromEntries(
      rows.map(([type, ofType]) => [
        type,
        {
          ...Object.fromEntries(kinds.map((kind) => [kind, countOf(ofType, kind)])),
          'replaced because of': [...new Set(ofType.flatMap(({ because }) => because))].join(', '),
        },
      ]),
    ),
  );
}
