import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DescribedApi, DescribedOperation, JsonSchema } from './described-api.ts';

/*
 * Extracts the operations that we call from Stripe's OpenAPI description, which is part of Stripe's
 * own mock server. It is too big to be a dependency:
 *
 *     go mod download -json github.com/stripe/stripe-mock@v0.203.0   # prints the folder: "Dir"
 *     node test/stripe-api/extract-stripe-api.ts <Dir>/embedded/openapi/spec3.json && biome check --write test/stripe-api
 */
const calledOperations = [
  'GET /v1/checkout/sessions',
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions/{session}',
  'POST /v1/checkout/sessions/{session}/expire',
  'GET /v1/invoices',
  'GET /v1/invoices/{invoice}',
  'GET /v1/credit_notes',
  'POST /v1/credit_notes',
  'GET /v1/credit_notes/{id}',
  'GET /v1/refunds',
  'POST /v1/refunds',
  'GET /v1/refunds/{refund}',
  'GET /v1/disputes',
  'GET /v1/events',
  'GET /v1/prices',
  'POST /v1/prices',
  'GET /v1/prices/{price}',
  'POST /v1/prices/{price}',
  'GET /v1/products',
  'POST /v1/products',
  'POST /v1/products/{id}',
  'GET /v1/tax/registrations',
  'GET /v1/tax/settings',
  'GET /v1/webhook_endpoints',
  'POST /v1/webhook_endpoints',
  'POST /v1/webhook_endpoints/{webhook_endpoint}',
  'DELETE /v1/webhook_endpoints/{webhook_endpoint}',
];

/** The OpenAPI keywords that say which requests are valid. */
const checked = [
  'type',
  'properties',
  'required',
  'additionalProperties',
  'items',
  'anyOf',
  'enum',
  'maxLength',
];
const unchecked = ['default', 'deprecated', 'description', 'title', 'format', 'x-stripeBypassValidation'];

interface OpenApiOperation {
  parameters?: { in: string; name: string; required: boolean; schema: JsonSchema }[];
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema: JsonSchema } } };
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('Usage: node test/stripe-api/extract-stripe-api.ts <spec3.json>');
const { info, paths } = JSON.parse(await readFile(file, 'utf8')) as {
  info: { version: string };
  paths: Record<string, Record<string, OpenApiOperation>>;
};
const api: DescribedApi = {
  source: {
    package: 'github.com/stripe/stripe-mock@v0.203.0',
    file: 'embedded/openapi/spec3.json',
    apiVersion: info.version,
  },
  operations: Object.fromEntries(calledOperations.map((name) => [name, describe(name)])),
};
await writeFile(join(import.meta.dirname, 'described-api.json'), JSON.stringify(api, null, 2));

function describe(name: string): DescribedOperation {
  const [method = '', path = ''] = name.split(' ');
  const operation = paths[path]?.[method.toLowerCase()];
  if (!operation) throw new Error(`Stripe's description does not contain ${name}.`);
  const parameters = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
  return {
    query: {
      type: 'object',
      properties: Object.fromEntries(parameters.map(({ name, schema }) => [name, onlyChecked(schema)])),
      required: parameters.filter(({ required }) => required).map(({ name }) => name),
    },
    form: onlyChecked(operation.requestBody.content['application/x-www-form-urlencoded'].schema),
  };
}

function onlyChecked(schema: JsonSchema): JsonSchema {
  const unknown = Object.keys(schema).find((key) => !checked.includes(key) && !unchecked.includes(key));
  if (unknown) throw new Error(`The keyword ${unknown} is unknown. Add it to checked or unchecked.`);
  const { type, properties, required, additionalProperties, items, anyOf, maxLength } = schema;
  // The SDK may use a later API version than the description covers.
  const values = schema.enum?.some((value) => /^\d{4}-\d\d-\d\d/.test(value)) ? undefined : schema.enum;
  return {
    ...(type ? { type } : {}),
    ...(properties
      ? {
          properties: Object.fromEntries(
            Object.entries(properties).map(([name, property]) => [name, onlyChecked(property)]),
          ),
        }
      : {}),
    ...(required ? { required } : {}),
    ...(typeof additionalProperties === 'object'
      ? { additionalProperties: onlyChecked(additionalProperties) }
      : {}),
    ...(items ? { items: onlyChecked(items) } : {}),
    ...(anyOf ? { anyOf: anyOf.map(onlyChecked) } : {}),
    ...(values ? { enum: values } : {}),
    ...(maxLength ? { maxLength } : {}),
  };
}
