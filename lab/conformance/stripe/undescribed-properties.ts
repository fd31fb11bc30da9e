/** Properties of our fake's answers that the description in stripe-mock lacks. */
export const knownProperties = [
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
