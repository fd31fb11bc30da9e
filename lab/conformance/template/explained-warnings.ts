import type { LintFinding } from './find-lint.ts';

/** Warnings of cfn-lint that stay. */
export interface ExplainedWarning {
  rule: string;
  /** Where in a template, such as `Resources/ApiMe546E2FEF/DependsOn/0`. */
  where: RegExp;
  why: string;
}

export const explainedWarnings: ExplainedWarning[] = [
  {
    rule: 'W3005',
    where: /^Resources\/\w+\/DependsOn\/\d+$/,
    why: 'The CDK makes a function wait for its role and the policies of the role. The role is also a reference, so naming it again changes nothing.',
  },
];

export const isExplainedBy = ({ rule, where }: ExplainedWarning, finding: LintFinding): boolean =>
  finding.level === 'Warning' && finding.rule === rule && where.test(finding.where);
