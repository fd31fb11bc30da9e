import { stripeEventTypes } from '../../../contract/events/stripe-events.ts';
import { operationNames } from '../../../local/fakes/stripe/api-operations.ts';
import { currentApiVersion } from '../../../local/fakes/stripe/stripe-objects.ts';
import { refuseArguments } from '../../../test/command-line.ts';
import type { StripeExchange } from '../../../test/stripe-api/stripe-recorder.ts';
import { requireTools } from '../require-tools.ts';
import { describeRefusal, expectedRefusals } from './expected-refusals.ts';
import { recordAllOperations } from './record-all-operations.ts';
import { installStripeMock, readStripeDescription, startStripeMock } from './stripe-description.ts';

// `npm run conformance:stripe`: sends the requests of our code and our tests to Stripe's mock server,
// which checks their parameters, and compares the answers and events of our fake with Stripe's
// description of its API. It needs Go, and a network the first time.

/** Properties of our fake's answers that the description in stripe-mock lacks. */
const knownProperties = [
  // Stripe added them after the version of the description: https://github.com/stripe/stripe-node/blob/master/CHANGELOG.md
  'checkout.session.allowed_payment_method_types',
  'dispute.intended_submission_method',
  'evidence_details.submission_method',
  'payment_intent.payment_record',
  'product.tax_details',
  // The types of Stripe's SDK have them: https://github.com/stripe/stripe-node/tree/master/src/resources
  'charge.source',
  'payment_intent.source',
  'product.type',
];

refuseArguments('conformance:stripe');
requireTools(['go']);
await installStripeMock();

const description = readStripeDescription();
const { exchanges, refusals, events } = await recordAllOperations();
const faults = new Set<string>();
const seenProperties = new Set<string>();

/** Compares a response of our fake with Stripe's description. */
function checkAnswer(what: string, name: string, value: unknown): void {
  const { violations, unknown } = description.check(name, value);
  for (const violation of violations) faults.add(`${what}: ${violation}`);
  for (const property of unknown) {
    seenProperties.add(property);
    if (!knownProperties.includes(property)) faults.add(`${what}: Stripe does not describe ${property}.`);
  }
}

const mock = await startStripeMock();

/** The mock server has no state, so it accepts each request that is valid in some state. */
async function checkRequest(
  operation: string,
  { method, path, search, body }: StripeExchange,
): Promise<void> {
  const response = await fetch(`${mock.url}${path}?${search}`, {
    method,
    headers: { authorization: 'Bearer sk_test_1', 'content-type': 'application/x-www-form-urlencoded' },
    // The mock server supports only earlier versions.
    ...(method === 'POST' && { body: body.replace(currentApiVersion, description.apiVersion) }),
  });
  if (!response.ok) faults.add(`${operation} is refused by stripe-mock: ${await response.text()}`);
}

for (const operation of operationNames)
  for (const exchange of exchanges.get(operation) ?? []) {
    await checkRequest(operation, exchange);
    checkAnswer(operation, operation, exchange.answer);
  }
await mock.stop();

for (const type of stripeEventTypes) {
  const ofType = events.get(type) ?? [];
  if (ofType.length === 0) faults.add(`Our fake sends no event ${type}.`);
  for (const event of ofType) {
    checkAnswer(type, 'event', event);
    checkAnswer(type, event.data.object.object, event.data.object);
  }
}

for (const [operation, refused] of refusals)
  for (const { answer } of refused) checkAnswer(`A refusal of ${operation}`, 'error', answer);
for (const [operation, expected] of Object.entries(expectedRefusals)) {
  const found = (refusals.get(operation) ?? []).map(describeRefusal);
  for (const refusal of expected)
    if (!found.includes(refusal)) faults.add(`Our fake does not refuse ${operation} with "${refusal}".`);
}
for (const property of knownProperties)
  if (!seenProperties.has(property))
    faults.add(`${property} is listed as undescribed, but no answer has it.`);

for (const fault of faults) console.log(`- ${fault}`);
console.log(
  `${operationNames.length} operations, ${stripeEventTypes.length} types of events and ${Object.values(expectedRefusals).flat().length} refusals: ${faults.size} differences.`,
);
process.exit(faults.size > 0 ? 1 : 0);
