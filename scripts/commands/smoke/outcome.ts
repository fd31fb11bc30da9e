/** The result of a check. Only `failed` is an error of the stage. */
export type Outcome =
  | { result: 'passed' }
  | {
      result: 'failed' | 'needs your eyes' | 'not possible';
      /** The fault, the thing to look at, or the reason why this stage cannot show it. */
      says: string;
    };

export const passed: Outcome = { result: 'passed' };
export const failed = (says: string): Outcome => ({ result: 'failed', says });
export const needsEyes = (says: string): Outcome => ({ result: 'needs your eyes', says });
export const notPossible = (says: string): Outcome => ({ result: 'not possible', says });

export interface SmokeCheck {
  name: string;
  /** The names of the checks that must pass first. */
  needs?: string[];
  /** An error that it throws is a failure. It must end soon after the signal. */
  run(signal: AbortSignal): Promise<Outcome>;
}
