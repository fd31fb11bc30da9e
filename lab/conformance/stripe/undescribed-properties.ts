/** Properties that Stripe added after the version of its description. */
export const laterProperties = [
  'checkout.session.allowed_payment_method_types',
  'dispute.intended_submission_method',
  'evidence_details.submission_method',
  'payment_intent.payment_record',
  'product.tax_details',
];

/** Properties of each version that the description does not contain. */
export const undescribedProperties = ['charge.source', 'payment_intent.source', 'product.type'];

const known = [...laterProperties, ...undescribedProperties];

/** The violations of Stripe's description, without the properties above, which have their own probes. */
export const withoutKnownProperties = ({
  violations,
  unknown,
}: {
  violations: string[];
  unknown: string[];
}) => [
  ...violations,
  ...unknown
    .filter((property) => !known.includes(property))
    .map((property) => `${property}: Stripe does not describe it`),
];
