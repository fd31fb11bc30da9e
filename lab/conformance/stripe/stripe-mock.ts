import { operationNames } from '../../../local/fakes/stripe/api-operations.ts';
import { currentApiVersion } from '../../../local/fakes/stripe/stripe-objects.ts';
import type { StripeExchange } from '../../../test/stripe-api/stripe-recorder.ts';
import type { Comparison, Probe } from '../comparison.ts';
import { recordAllOperations } from './record-all-operations.ts';
import {
  installStripeMock,
  readStripeDescription,
  type StripeDescription,
  startStripeMock,
  stripeMockName,
} from './stripe-description.ts';
import { laterProperties, undescribedProperties, withoutKnownProperties } from './undescribed-properties.ts';

/** Answers a request with a status and JSON. */
type Answers = (exchange: StripeExchange) => Promise<{ status: number; answer: unknown }>;

interface StripeService {
  /** The status of each request to the operation, with the message of a refusal. */
  statuses(operation: string): Promise<string[]>;
  /** How the answers differ from Stripe's description. */
  violations(operation: string): Promise<string[]>;
  /** Whether an answer has the property. */
  sends(property: string): Promise<boolean>;
}

async function serviceOf(description: StripeDescription, send: Answers): Promise<StripeService> {
  const { exchanges } = await recordAllOperations();
  const answersOf = (operation: string) => Promise.all((exchanges.get(operation) ?? []).map(send));
  const check = async (operation: string) =>
    (await answersOf(operation)).map(({ answer }) => description.check(operation, answer));
  return {
    statuses: async (operation) =>
      (await answersOf(operation)).map(({ status, answer }) =>
        status === 200 ? 'accepted' : `${status}: ${JSON.stringify(answer)}`,
      ),
    violations: async (operation) => [...new Set((await check(operation)).flatMap(withoutKnownProperties))],
    async sends(property) {
      const all = await Promise.all(operationNames.map(check));
      return all.flat().some(({ unknown }) => unknown.includes(property));
    },
  };
}

const propertyProbe = (property: string) => `sends: ${property}`;
/** Our fake sends each of the properties, and the mock server does not. */
const explainedProbes = (properties: string[]) =>
  Object.fromEntries(properties.map((property) => [propertyProbe(property), 'bfa8f674']));

const probes = [
  ...operationNames.flatMap((operation): Probe<StripeService>[] => [
    { name: `accepts: ${operation}`, run: (service) => service.statuses(operation) },
    { name: `answers as described: ${operation}`, run: (service) => service.violations(operation) },
  ]),
  ...[...laterProperties, ...undescribedProperties].map(
    (property): Probe<StripeService> => ({
      name: propertyProbe(property),
      run: (service) => service.sends(property),
    }),
  ),
];

/**
 * Stripe's own mock server. It checks parameters and answers with fixtures, so it accepts all
 * requests that are valid in some state.
 */
export const stripeMock: Comparison<StripeService> = {
  other: stripeMockName,
  install: installStripeMock,
  startOurs: async () => ({
    service: await serviceOf(readStripeDescription(), async (exchange) => exchange),
    stop: async () => {},
  }),
  async startOther() {
    const { url, stop } = await startStripeMock();
    const description = readStripeDescription();
    const service = await serviceOf(description, async ({ method, path, search, body }) => {
      // The mock server knows earlier versions only.
      const knownBody = body.replace(currentApiVersion, description.apiVersion);
      const response = await fetch(`${url}${path}?${search}`, {
        method,
        headers: { authorization: 'Bearer sk_test_1', 'content-type': 'application/x-www-form-urlencoded' },
        ...(method === 'POST' && { body: knownBody }),
      });
      return { status: response.status, answer: await response.json() };
    });
    return { service, stop };
  },
  probes,
  explained: [
    {
      probes: explainedProbes(laterProperties),
      right: 'both',
      why: 'Our fake implements the API version of our SDK, which is later than the version of the mock server.',
      source: 'https://github.com/stripe/stripe-node/blob/master/CHANGELOG.md',
    },
    {
      probes: explainedProbes(undescribedProperties),
      right: 'ours',
      why: "The types of Stripe's SDK contain these properties, but its description does not.",
      source: 'https://github.com/stripe/stripe-node/tree/master/src/resources',
    },
  ],
};
