import { type CountedVisit, sum, type VisitStep, type VisitStepName } from './visit.ts';

const toleratedShare = 0.1;
const toleratedBytes = 3_000;

/** Returns the steps in which two counts of a visit differ by more than a tenth. */
export function differingSteps(counted: CountedVisit, kept: CountedVisit): VisitStepName[] {
  return (Object.keys(kept) as VisitStepName[]).filter((name) => !isAbout(counted[name], kept[name]));
}

function isAbout(counted: VisitStep, kept: VisitStep): boolean {
  const isNear = (value: number, expected: number, least: number) =>
    Math.abs(value - expected) <= Math.max(least, expected * toleratedShare);
  return (
    isNear(requestsOf(counted), requestsOf(kept), 0) &&
    // A browser decides by itself when it requests the icon again.
    isNear(counted.requests.icon, kept.requests.icon, 1) &&
    counted.requests.api === kept.requests.api &&
    isNear(counted.bytes, kept.bytes, toleratedBytes)
  );
}

const requestsOf = ({ requests: { icon: _, ...others } }: VisitStep): number => sum(Object.values(others));
