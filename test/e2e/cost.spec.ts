import { readFileSync } from 'node:fs';
import { visitFile } from '../../scripts/cost/files.ts';
import { type CountedVisit, sum, type VisitStep, type VisitStepName } from '../../scripts/cost/visit.ts';
import { measureVisit } from '../cost/measure-visit.ts';
import { expect, test } from './fixtures.ts';

const toleratedShare = 0.1;

test('a visit asks for what docs/cost.md is computed from', async ({ browser, cloud }) => {
  const committed: CountedVisit = JSON.parse(readFileSync(visitFile, 'utf8'));
  const measured = await measureVisit(browser, cloud.siteUrl);
  const deviations = (Object.entries(committed) as [VisitStepName, VisitStep][])
    .filter(([name, step]) => !isAbout(measured[name], step))
    .map(([name, step]) => ({ name, committed: step, measured: measured[name] }));
  expect(deviations, 'write down what is right now: npm run cost:visit && npm run cost').toEqual([]);
});

function isAbout(measured: VisitStep, committed: VisitStep): boolean {
  const isNear = (value: number, expected: number, least: number) =>
    Math.abs(value - expected) <= Math.max(least, expected * toleratedShare);
  // When a browser asks for the icon again is its own affair.
  return (
    isNear(requestsOf(measured), requestsOf(committed), 0) &&
    isNear(measured.requests.icon, committed.requests.icon, 1) &&
    measured.requests.api === committed.requests.api &&
    isNear(measured.bytes, committed.bytes, 3_000)
  );
}

const requestsOf = ({ requests: { icon: _, ...others } }: VisitStep): number => sum(Object.values(others));
