import { spawnSync } from 'node:child_process';
import { globSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { region } from '../../../lib/stages.ts';
import type { Template } from '../../../scripts/build/keep-template.ts';
import { installPython } from '../install.ts';

export const linter = 'cfn-lint==1.58.0';

export interface LintFinding {
  rule: string;
  level: 'Error' | 'Warning';
  message: string;
  where: string;
}

interface Match {
  Level: LintFinding['level'];
  Message: string;
  Rule: { Id: string };
  Location: { Path: (string | number)[] | null };
}

/** Returns the findings of cfn-lint about the templates, each once. */
export function findLint(templates: Template[]): LintFinding[] {
  const program = join(installPython(linter), 'cfn-lint');
  const dir = mkdtempSync(join(tmpdir(), 'lorewright-lint-'));
  try {
    const files = templates.map((template, index) => {
      const file = join(dir, `${index}.json`);
      writeFileSync(file, JSON.stringify(template));
      return file;
    });
    const args = ['--format', 'json', '--regions', region, '--', ...files];
    const { stdout, stderr, error } = spawnSync(program, args, { encoding: 'utf8', maxBuffer: 2 ** 30 });
    if (error || !stdout.startsWith('[')) throw new Error(`cfn-lint failed: ${error?.message ?? stderr}`);
    const findings = (JSON.parse(stdout) as Match[]).map(({ Level, Message, Rule, Location }) => ({
      rule: Rule.Id,
      level: Level,
      message: Message,
      where: (Location.Path ?? []).join('/'),
    }));
    return [...new Map(findings.map((finding) => [JSON.stringify(finding), finding])).values()];
  } finally {
    rmSync(dir, { recursive: true });
  }
}

/**
 * The properties of a type of resource that cannot change after its creation, from AWS's schema in
 * cfn-lint.
 */
export function readCreateOnlyProperties(type: string): string[] {
  const [folder = ''] = globSync(join(installPython(linter), '../lib/*/site-packages/cfnlint/data/schemas'));
  const read = (file: string) => JSON.parse(readFileSync(join(folder, file), 'utf8'));
  const { createOnlyProperties = [] } = read(`resources/${read(`providers/${region}.json`)[type]}.json`);
  return createOnlyProperties.map((path: string) => path.split('/')[2]);
}
