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
  source: { package: string; file: string; apiVersion: string };
  /** The operations by method and path, such as `POST /v1/prices/{price}`. */
  operations: Record<string, DescribedOperation>;
}

/** Stripe's description of the operations that we call; see `extract-stripe-api.ts`. */
export const describedApi: DescribedApi = JSON.parse(
  readFileSync(join(import.meta.dirname, 'described-api.json'), 'utf8'),
);
