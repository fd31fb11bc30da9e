import type { ExplainedSurvivor } from './explained-survivors.ts';
import type { Survivor } from './read-report.ts';

/** The survivors that nothing explains. */
export function findUnexplained(survivors: Survivor[], explanations: ExplainedSurvivor[]): Survivor[] {
  return survivors.filter(
    (survivor) =>
      !explanations.some((one) => one.replacements.includes(survivor.replacement) && isAbout(one, survivor)),
  );
}

/** The explained replacements that did not survive, as one line each. */
export function findOutdated(survivors: Survivor[], explanations: ExplainedSurvivor[]): string[] {
  return explanations.flatMap((one) =>
    one.replacements
      .filter(
        (replacement) =>
          !survivors.some((survivor) => survivor.replacement === replacement && isAbout(one, survivor)),
      )
      .map((replacement) => `${one.file}: ${one.code} => ${replacement} in ${one.within}`),
  );
}

function isAbout({ file, code, within }: ExplainedSurvivor, survivor: Survivor): boolean {
  return file === survivor.file && code === survivor.code && within === survivor.within;
}
