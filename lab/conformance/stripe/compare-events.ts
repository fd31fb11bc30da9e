import { stripeEventTypes } from '../../../contract/events/stripe-events.ts';
import type { Comparison, Started } from '../comparison.ts';
import { recordAllOperations } from './record-all-operations.ts';
import { installStripeMock, readStripeDescription, stripeMockName } from './stripe-description.ts';
import { withoutKnownProperties } from './undescribed-properties.ts';

interface StripeEvents {
  /** How events of a type differ from Stripe's description, and whether there are any. */
  check(type: string): { exists: boolean; violations: string[] };
}

const started = (service: StripeEvents): Started<StripeEvents> => ({ service, stop: async () => {} });

/** The mock server sends no events, so each must be as described. */
export const stripeEvents: Comparison<StripeEvents> = {
  other: `Stripe's description of events, in ${stripeMockName}`,
  install: installStripeMock,
  async startOurs() {
    const { events } = await recordAllOperations();
    const description = readStripeDescription();
    return started({
      check(type) {
        const ofType = events.get(type) ?? [];
        const checks = ofType.flatMap((event) => [
          description.check('event', event),
          description.check(event.data.object.object, event.data.object),
        ]);
        return {
          exists: ofType.length > 0,
          violations: [...new Set(checks.flatMap(withoutKnownProperties))],
        };
      },
    });
  },
  startOther: async () => started({ check: () => ({ exists: true, violations: [] }) }),
  probes: stripeEventTypes.map((type) => ({
    name: `describes: ${type}`,
    run: async ({ check }) => check(type),
  })),
  explained: [],
};
