/* The package has no types of its own. */

type CsafTest = (document: unknown) => unknown;

declare module '@secvisogram/csaf-validator-lib/schemaTests.js' {
  export const csaf_2_0: CsafTest;
}

declare module '@secvisogram/csaf-validator-lib/mandatoryTests.js' {
  const tests: Record<string, CsafTest>;
  export = tests;
}

declare module '@secvisogram/csaf-validator-lib/validate.js' {
  export default function validate(
    tests: CsafTest[],
    document: unknown,
  ): Promise<{ tests: { errors: { instancePath: string; message?: string }[] }[] }>;
}
