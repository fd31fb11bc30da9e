import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { goModuleFolder, installGo } from '../install.ts';
import { startProgram } from '../start-program.ts';

const version = '0.203.0';
const command = `github.com/stripe/stripe-mock@v${version}`;

export const installStripeMock = async () => void installGo(command);
export const startStripeMock = () =>
  startProgram(join(installGo(command), 'stripe-mock'), (port) => ['-http-addr', `127.0.0.1:${port}`]);

/** The JSON Schema keywords of OpenAPI 3.0 that matter here. */
interface OpenApiSchema {
  $ref?: string;
  type?: string;
  properties?: Record<string, OpenApiSchema>;
  additionalProperties?: OpenApiSchema | boolean;
  items?: OpenApiSchema;
  anyOf?: OpenApiSchema[];
}

interface OpenApi {
  info: { version: string };
  paths: Record<string, Record<string, { responses: { 200: { content: JsonContent } } }>>;
  components: { schemas: Record<string, OpenApiSchema> };
}
type JsonContent = { 'application/json'?: { schema: OpenApiSchema } };

export interface StripeDescription {
  apiVersion: string;
  /**
   * @param name an object such as `checkout.session`, or the answer of an operation such as
   * `GET /v1/prices/:id`
   */
  check(name: string, value: unknown): Violations;
}

interface Violations {
  violations: string[];
  /** Properties that the description does not contain, such as `charge.source`. */
  unknown: string[];
}

/** Stripe's description of its API, which is a part of stripe-mock. */
export function readStripeDescription(): StripeDescription {
  const file = join(goModuleFolder(command), 'embedded', 'openapi', 'spec3.json');
  const text = readFileSync(file, 'utf8').replaceAll('#/components/schemas/', '#/definitions/');
  const { info, paths, components } = JSON.parse(text) as OpenApi;
  const answers = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, { responses }]): [string, OpenApiSchema] => [
      `${method.toUpperCase()} ${path.replaceAll(/\{\w+\}/g, ':id')}`,
      responses[200].content['application/json']?.schema ?? {},
    ]),
  );
  const objects = Object.entries(components.schemas);
  // One conversion, because all schemas refer to each other.
  const described = z.fromJSONSchema(
    {
      type: 'object',
      properties: mapSchemas([...answers, ...objects]),
      definitions: mapSchemas(objects),
    } as z.core.JSONSchema.JSONSchema,
    { defaultTarget: 'openapi-3.0' },
  ) as z.ZodObject<Record<string, z.ZodType>>;
  return {
    apiVersion: info.version,
    check(name, value) {
      const schema = described.shape[name];
      if (!schema) throw new Error(`Stripe's description does not contain ${name}.`);
      const issues = schema.safeParse(value).error?.issues.flatMap((issue) => flatten(issue)) ?? [];
      const unknown = issues.flatMap((issue) =>
        issue.code === 'unrecognized_keys'
          ? issue.keys.map((key) => nameProperty(value, issue.path, key))
          : [],
      );
      const violations = issues
        .filter(({ code }) => code !== 'unrecognized_keys')
        .map(({ path, message }) => `${describePath(path)}: ${message}`);
      return { violations: [...new Set(violations)], unknown: [...new Set(unknown)] };
    },
  };
}

const mapSchemas = (schemas: [string, OpenApiSchema][]): Record<string, object> =>
  Object.fromEntries(schemas.map(([name, schema]) => [name, withoutUnknown(schema)]));

/** Stripe's schemas allow unknown properties everywhere. Stripe itself sends only those that it describes. */
function withoutUnknown({ properties, additionalProperties, items, anyOf, ...rest }: OpenApiSchema): object {
  return {
    ...rest,
    ...(properties && {
      properties: Object.fromEntries(
        Object.entries(properties).map(([name, property]) => [name, withoutUnknown(property)]),
      ),
      additionalProperties: false,
    }),
    ...(typeof additionalProperties === 'object' && {
      additionalProperties: withoutUnknown(additionalProperties),
    }),
    ...(items && { items: withoutUnknown(items) }),
    ...(anyOf && { anyOf: anyOf.map(withoutUnknown) }),
  };
}

/** Replaces a failed union with the issues of the closest alternative, which fails deepest. */
function flatten(issue: z.core.$ZodIssue, parents: PropertyKey[] = []): z.core.$ZodIssue[] {
  const path = [...parents, ...issue.path];
  if (issue.code !== 'invalid_union' || issue.errors.length === 0) return [{ ...issue, path }];
  const depth = (issues: z.core.$ZodIssue[]) =>
    Math.min(...issues.map(({ path, code }) => path.length + (code === 'unrecognized_keys' ? 1 : 0)));
  const [best = []] = issue.errors.toSorted((a, b) => depth(b) - depth(a) || a.length - b.length);
  return best.flatMap((each) => flatten(each, path));
}

const describePath = (path: PropertyKey[]) =>
  path.map((step) => (typeof step === 'number' ? '[]' : String(step))).join('.');

/** Returns the name of its object, or of the property with its object. */
function nameProperty(answer: unknown, path: PropertyKey[], key: string): string {
  const holder = path.reduce((value, step) => (value as Record<PropertyKey, unknown>)[step], answer);
  const { object = describePath(path.slice(-1)) } = holder as { object?: string };
  return `${object}.${key}`;
}
