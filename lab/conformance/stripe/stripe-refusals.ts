import type { Comparison, Probe, Started } from '../comparison.ts';
import { describeRefusal, expectedRefusals } from './expected-refusals.ts';
import { recordAllOperations } from './record-all-operations.ts';
import { installStripeMock, readStripeDescription, stripeMockName } from './stripe-description.ts';
import { withoutKnownProperties } from './undescribed-properties.ts';

interface StripeRefusals {
  /** How an operation refuses requests, and how these answers differ from Stripe's description of errors. */
  check(operation: string): { refusals: string[]; violations: string[] };
}

const started = (service: StripeRefusals): Started<StripeRefusals> => ({ service, stop: async () => {} });

/** The mock server has no state, so it refuses none of these requests. */
export const stripeRefusals: Comparison<StripeRefusals> = {
  other: `the refusals that our code handles, and Stripe's description of errors, in ${stripeMockName}`,
  install: installStripeMock,
  async startOurs() {
    const { refusals } = await recordAllOperations();
    const description = readStripeDescription();
    return started({
      check(operation) {
        const ofOperation = refusals.get(operation) ?? [];
        const checks = ofOperation.map(({ answer }) => description.check('error', answer));
        return {
          refusals: [...new Set(ofOperation.map(describeRefusal))].sort(),
          violations: [...new Set(checks.flatMap(withoutKnownProperties))],
        };
      },
    });
  },
  startOther: async () =>
    started({
      check: (operation) => ({ refusals: (expectedRefusals[operation] ?? []).toSorted(), violations: [] }),
    }),
  probes: Object.keys(expectedRefusals).map(
    (operation): Probe<StripeRefusals> => ({
      name: `refuses: ${operation}`,
      run: async ({ check }) => check(operation),
    }),
  ),
  explained: [],
};
