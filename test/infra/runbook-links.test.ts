import { Template } from 'aws-cdk-lib/assertions';
import { expect, test, vi } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { joinTemplates } from '../../scripts/build/join-templates.ts';
import { synthesizeSite } from '../../scripts/build/synthesize-site.ts';
import { resourcesOf } from './synthesize.ts';

vi.mock(import('../../settings.ts'), async (original) => ({
  ...(await original()),
  repositoryUrl: 'https://code.example/lorewright/site',
}));

const runbook = 'https://code.example/lorewright/site/blob/main/docs/alarms.md';
// Does not use the cache, whose templates have the repository's own URL.
const site = Template.fromJSON(
  joinTemplates(synthesizeSite({ siteName: 'site', settings: stages.prod, siteFolder: 'dist/web' })),
);

test('links every alarm to its section of the runbook once the repository has a URL', () => {
  const alarms = resourcesOf(site, 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
  expect(alarms).not.toEqual([]);
  for (const { AlarmDescription } of alarms) expect(AlarmDescription).toContain(`What to do: ${runbook}#`);
});

test('links every row of the dashboard to its section of the runbook', () => {
  const [dashboard] = resourcesOf(site, 'AWS::CloudWatch::Dashboard');
  const text = JSON.stringify(dashboard?.[1].Properties.DashboardBody);
  const sections = text.match(/docs\/alarms\.md#[\w-]+/g) ?? [];
  const links = [...text.matchAll(/\]\((https:[^)]+)\)/g)].map(([, link]) => link);
  expect(sections).not.toEqual([]);
  expect(links).toEqual(sections.map((section) => section.replace('docs/alarms.md', runbook)));
});

test('names the section of the budget without a link, because AWS accepts no colon in its name', () => {
  const [budget] = resourcesOf(site, 'AWS::Budgets::Budget');
  expect(budget?.[1].Properties.Budget.BudgetName).toMatch(/^[^:\\]{1,100}, docs\/alarms\.md#budget$/);
});
