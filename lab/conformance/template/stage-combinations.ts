import type { StageSettings } from '../../../lib/stage-settings.ts';
import { stages } from '../../../lib/stages.ts';

const domain: NonNullable<StageSettings['domain']> = { name: 'lorewright.example', hostedZoneId: 'Z123' };
const subdomain: typeof domain = { ...domain, name: 'www.lorewright.example', zoneName: domain.name };

/**
 * Every setting of a stage that changes a template, off or on; the later of two domains wins. `repositoryUrl` is the same
 * for all stages and only changes links to the runbook.
 */
const switches: ((stage: StageSettings) => Partial<StageSettings>)[] = [
  () => ({ domain }),
  () => ({ domain: subdomain }),
  ({ domain: name }) => (name ? { forcesHttpsOnSubdomains: true } : {}),
  () => ({ keepsData: false }),
  () => ({ isReadOnly: true }),
  () => ({ refusesLeakedPasswords: true }),
  () => ({ referralStorage: 'ask' }),
  // Both values other than `none`: with a domain, and without one.
  (stage) => ({ salesTax: stage.domain ? 'included' : 'excluded' }),
];

/**
 * Sixteen stages, in which any three switches are together off and on in all eight ways. All 256
 * combinations would take hours. See https://en.wikipedia.org/wiki/Orthogonal_array
 */
export const stageCombinations: StageSettings[] = Array.from({ length: 16 }, (_, row) => {
  let stage: StageSettings = stages.prod;
  for (const [column, change] of switches.entries())
    if (isOdd(countBits(row & (8 | column)))) stage = { ...stage, ...change(stage) };
  return stage;
});

function isOdd(number: number): boolean {
  return number % 2 === 1;
}

function countBits(number: number): number {
  return number.toString(2).replaceAll('0', '').length;
}
