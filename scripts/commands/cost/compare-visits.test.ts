import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { differingSteps } from './compare-visits.ts';
import { visitFile } from './files.ts';
import type { CountedVisit } from './visit.ts';

const kept: CountedVisit = JSON.parse(readFileSync(visitFile, 'utf8'));

test('accepts a visit that differs by a tenth or by an icon', () => {
  const { firstPage } = kept;
  const counted = {
    ...kept,
    firstPage: { requests: { ...firstPage.requests, icon: 2 }, bytes: firstPage.bytes * 1.09 },
  };
  expect(differingSteps(counted, kept)).toEqual([]);
});

test.each([
  ['bytes', (step) => ({ ...step, bytes: step.bytes * 1.2 + 3_000 })],
  ['files', (step) => ({ ...step, requests: { ...step.requests, asset: step.requests.asset + 3 } })],
  ['one call more', (step) => ({ ...step, requests: { ...step.requests, api: step.requests.api + 1 } })],
] satisfies [string, (step: CountedVisit['accountPage']) => CountedVisit['accountPage']][])(
  'names a step that differs in %s',
  (_what, change) => {
    expect(differingSteps({ ...kept, accountPage: change(kept.accountPage) }, kept)).toEqual(['accountPage']);
  },
);
