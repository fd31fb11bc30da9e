import { CiRoles } from '../../../lib/ci-roles.ts';
import { region, siteNameOf } from '../../../lib/stages.ts';
import type { Template } from '../../../scripts/build/keep-template.ts';
import { siteTemplates } from '../../../scripts/build/site-template.ts';
import { synthesize } from '../../../scripts/build/synthesize.ts';
import { refuseArguments, removeTemporaryFilesAtExit } from '../../../test/command-line.ts';
import { measureStages } from '../../../test/infra/measure-stages.ts';
import { replacingProperties } from '../../../test/infra/replacing-properties.ts';
import { largestSizes } from '../../../test/infra/size-quotas.ts';
import { requireTools } from '../require-tools.ts';
import { findLint, type LintFinding, linter, readCreateOnlyProperties } from './find-lint.ts';
import { stageCombinations } from './stage-combinations.ts';

// `npm run conformance:template`: checks the templates of the stacks with cfn-lint, which contains AWS's
// schema of each type of resource. It fails for an error, for a warning without a reason, and for a
// reason without a warning. It prints the sizes that `npm test` checks. It needs Python, and a network
// the first time.

/** Warnings of cfn-lint that stay. */
interface ExplainedWarning {
  rule: string;
  /** Where in a template, such as `Resources/ApiMe546E2FEF/DependsOn/0`. */
  where: RegExp;
  why: string;
}

const explainedWarnings: ExplainedWarning[] = [
  {
    rule: 'W3005',
    where: /^Resources\/\w+\/DependsOn\/\d+$/,
    why: 'The CDK makes a function wait for its role and the policies of the role. The role is also a reference, so naming it again changes nothing.',
  },
];

const isExplainedBy = ({ rule, where }: ExplainedWarning, finding: LintFinding): boolean =>
  finding.level === 'Warning' && finding.rule === rule && where.test(finding.where);

refuseArguments('conformance:template');
requireTools(['python3']);
removeTemporaryFilesAtExit();

const siteName = siteNameOf('prod');
const templates = new Map<string, Template>();

for (const settings of stageCombinations)
  add(await siteTemplates({ siteName, settings, siteFolder: 'dist/web' }));
for (const providerArn of [
  undefined,
  'arn:aws:iam::123456789012:oidc-provider/token.actions.githubusercontent.com',
])
  add(synthesizeCiRoles(providerArn));

console.log(`Checking ${templates.size} different templates with ${linter}.`);
const findings = findLint([...templates.values()]);
const isExplained = (finding: LintFinding) => explainedWarnings.some((one) => isExplainedBy(one, finding));
const unexplained = findings.filter((finding) => !isExplained(finding));
const outdated = explainedWarnings.filter((one) => !findings.some((finding) => isExplainedBy(one, finding)));

const sizes = largestSizes((await measureStages()).map(([, each]) => each));
console.table(
  sizes.map(({ name, value, quota }) => ({
    size: name,
    largest: value,
    quota,
    used: `${Math.round((100 * value) / quota)}%`,
  })),
);
console.log(`${findings.length} warnings, ${unexplained.length} of them unexplained.`);
for (const { rule, level, message, where } of unexplained)
  console.log(`- ${level} ${rule} at ${where}: ${message}`);
for (const { rule, where } of outdated)
  console.log(`The reason for ${rule} at ${where} is outdated: there is no such warning. Remove it.`);
const forgotten = Object.entries(replacingProperties).flatMap(([type, { properties }]) =>
  readCreateOnlyProperties(type).flatMap((name) => (properties.includes(name) ? [] : `${type} ${name}`)),
);
for (const name of forgotten)
  console.log(
    `AWS's schema says that a change of ${name} replaces the resource. Add it to replacingProperties.`,
  );
if (unexplained.length + outdated.length + forgotten.length > 0) process.exitCode = 1;

/** Adds the templates that differ from all before. */
function add(stacks: Record<string, Template>): void {
  for (const template of Object.values(stacks)) templates.set(JSON.stringify(template), template);
}

function synthesizeCiRoles(providerArn: string | undefined): Record<string, Template> {
  return synthesize(
    (app) =>
      new CiRoles(app, 'lorewright-ci', {
        repository: 'owner/name',
        siteName,
        providerArn,
        environment: 'prod',
        env: { region },
      }),
  );
}
