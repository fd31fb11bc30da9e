import { readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The JSON Schema keywords that Stripe's description of its requests uses. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: JsonSchema | boolean;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: string[];
  maxLength?: number;
}

export interface DescribedOperation {
  query: JsonSchema;
  form: JsonSchema;
}

export interface DescribedApi {
  source: { package: string; file: string; origin: string; apiVersion: string; date: string };
  /** By method and path, such as `POST /v1/prices/{price}`. */
  operations: Record<string, DescribedOperation>;
}

/** Stripe's description of the operations that we call; see `extract-stripe-api.ts`. */
export const describedApi: DescribedApi = JSON.parse(
  readFileSync(join(import.meta.dirname, 'described-api.json'), 'utf8'),
);

/** What we send that Stripe added to its API after this description. */
export const additions: {
  parameters: { operation: string; parameter: string; schema: JsonSchema; see: string }[];
  /** New choices of a parameter that is a list. */
  choices: { operation: string; parameter: string; choice: string; see: string }[];
} = {
  parameters: [
    {
      operation: 'GET /v1/checkout/sessions',
      parameter: 'created',
      schema: {
        type: 'object',
        properties: {
          gt: { type: 'integer' },
          gte: { type: 'integer' },
          lt: { type: 'integer' },
          lte: { type: 'integer' },
        },
      },
      // See also https://docs.stripe.com/api/checkout/sessions/list
      see: 'https://github.com/stripe/stripe-node/blob/master/CHANGELOG.md#14-7-0',
    },
    {
      operation: 'POST /v1/checkout/sessions',
      parameter: 'managed_payments',
      schema: { type: 'object', properties: { enabled: { type: 'boolean' } } },
      see: 'https://docs.stripe.com/changelog/dahlia/2026-04-22/managed-payments',
    },
  ],
  choices: ['POST /v1/webhook_endpoints', 'POST /v1/webhook_endpoints/{webhook_endpoint}'].map(
    (operation) => ({
      operation,
      parameter: 'enabled_events',
      choice: 'refund.failed',
      see: 'https://github.com/stripe/stripe-node/blob/master/CHANGELOG.md#17-3-0',
    }),
  ),
};
