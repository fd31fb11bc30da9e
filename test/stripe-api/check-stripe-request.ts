import * as z from 'zod';
import { decodeForm } from '../../local/fakes/stripe/form-encoding.ts';
import { describedApi, type JsonSchema } from './described-api.ts';

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

const operations = Object.entries(describedApi.operations).map(([name, { query, form }]) => {
  const [method = '', path = ''] = name.split(' ');
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
