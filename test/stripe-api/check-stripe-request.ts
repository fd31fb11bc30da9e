import * as z from 'zod';
import { decodeForm } from '../../local/fakes/stripe/form-encoding.ts';
import { additions, type DescribedOperation, describedApi, type JsonSchema } from './described-api.ts';

export interface StripeRequest {
  method: string;
  path: string;
  /** The query string, without the question mark. */
  search: string;
  body: string;
}

interface Checked {
  /** The name of the called operation; undefined if the description does not contain it. */
  operation: string | undefined;
  /** The reasons why Stripe would reject the request. */
  problems: string[];
}

const operations = Object.entries(describedApi.operations).map(([name, described]) => {
  const [method = '', path = ''] = name.split(' ');
  const { query, form } = withAdditions(name, described);
  return {
    name,
    method,
    path: new RegExp(`^${path.replace(/\{\w+\}/g, '[^/]+')}$`),
    query: z.fromJSONSchema(asForm(query) as z.core.JSONSchema.JSONSchema),
    form: z.fromJSONSchema(asForm(form) as z.core.JSONSchema.JSONSchema),
  };
});

/** Checks a request against Stripe's description of its API. */
export function checkStripeRequest({ method, path, search, body }: StripeRequest): Checked {
  const operation = operations.find((each) => each.method === method && each.path.test(path));
  if (!operation)
    return { operation: undefined, problems: [`Stripe's description does not contain ${method} ${path}.`] };
  const results = [operation.query.safeParse(decodeForm(search)), operation.form.safeParse(decodeForm(body))];
  return {
    operation: operation.name,
    problems: results.flatMap(({ error }) => (error ? [z.prettifyError(error)] : [])),
  };
}

/** @throws Error when the description already contains an addition, so that we remove it */
function withAdditions(name: string, described: DescribedOperation): DescribedOperation {
  const { query, form } = structuredClone(described);
  for (const { operation, parameter, schema } of additions.parameters) {
    if (operation !== name) continue;
    const { properties = {} } = operation.startsWith('GET') ? query : form;
    if (properties[parameter])
      throw new Error(`${operation} already has ${parameter}. Remove it from additions.`);
    properties[parameter] = schema;
  }
  for (const { operation, parameter, choice } of additions.choices) {
    if (operation !== name) continue;
    const choices = form.properties?.[parameter]?.items?.enum;
    if (!choices || choices.includes(choice))
      throw new Error(`${parameter} already has ${choice}. Remove it from additions.`);
    choices.push(choice);
  }
  return { query, form };
}

/**
 * Converts a schema for the values of a form, which are all text. Allows no parameters other than
 * those in the description, because Stripe refuses unknown parameters at any depth.
 */
function asForm({ type, properties, additionalProperties, items, anyOf, ...rest }: JsonSchema): object {
  if (anyOf) return { anyOf: anyOf.map(asForm) };
  switch (type) {
    case 'integer':
      return { type: 'string', pattern: '^-?\\d+$' };
    case 'number':
      return { type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' };
    case 'boolean':
      return { enum: ['true', 'false'] };
    case 'string':
      return { type, ...rest };
    case 'array':
      return { type, items: asForm(items ?? {}) };
    case 'object':
      return {
        type,
        ...rest,
        properties: Object.fromEntries(
          Object.entries(properties ?? {}).map(([name, property]) => [name, asForm(property)]),
        ),
        additionalProperties: typeof additionalProperties === 'object' ? asForm(additionalProperties) : false,
      };
    default:
      throw new Error(`Cannot convert the type ${type} to form values.`);
  }
}
