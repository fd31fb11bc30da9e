import { operations } from '../contract/operations/operations.ts';
import type { OperationName } from '../contract/operations/routes.ts';
import type * as z from '../contract/zod.ts';

/** An honest text about web security, as short as the name of a passkey. */
const sample = 'Is <script> safe? See ../../etc/passwd';

/** The operations whose requests may contain any text, as their schemas say. */
export const operationsWithFreeText = (Object.keys(operations) as OperationName[]).filter((name) =>
  acceptsAnyText(operations[name].request),
);

/** Whether the schema, or a field anywhere in it, accepts a text of any kind. */
function acceptsAnyText(schema: z.core.$ZodType): boolean {
  const { def } = (schema as z.core.$ZodTypes)._zod;
  switch (def.type) {
    case 'object':
      return Object.values(def.shape).some(acceptsAnyText);
    case 'union':
      return def.options.some(acceptsAnyText);
    case 'array':
      return acceptsAnyText(def.element);
    case 'optional':
    case 'nullable':
    case 'default':
      return acceptsAnyText(def.innerType);
    case 'string':
      return (schema as z.ZodMiniString).safeParse(sample).success;
    case 'unknown':
      return true;
    case 'boolean':
    case 'enum':
    case 'literal':
    case 'number':
      return false;
    default:
      throw new Error(
        `lib/free-text.ts does not say whether a schema of the type ${def.type} accepts any text.`,
      );
  }
}
