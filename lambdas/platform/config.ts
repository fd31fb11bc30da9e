import { salesTaxes } from '../../contract/rules/sales-tax.ts';
import * as z from '../../contract/zod.ts';

/**
 * Reads the named environment variables, once, when the function starts.
 * @throws Error naming each variable that is missing or malformed, never its value.
 */
export function readConfig<Shape extends z.core.$ZodShape>(shape: Shape): z.infer<z.ZodMiniObject<Shape>> {
  const parsed = z.object(shape).safeParse(process.env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`This function is not configured: ${problems.join('; ')}`);
}

/** A variable that must not be empty: the name of a resource, an address or an id. */
export const resourceName = z.string().check(z.minLength(1));

/** The schemas of variables that must not be empty, for `readConfig`. */
export const resourceNames = <Variable extends string>(...variables: Variable[]) =>
  Object.fromEntries(variables.map((variable) => [variable, resourceName])) as Record<
    Variable,
    typeof resourceName
  >;

/** Written by `String()` of a boolean. */
export const flag = z.pipe(
  z.enum(['true', 'false']),
  z.transform((text) => text === 'true'),
);

/** How the stage handles sales taxes. */
export const salesTax = z.enum(salesTaxes);

/** A JSON object of the Stripe price of each offer; see `PriceIds`. */
export const priceIds = z.pipe(
  z.pipe(
    z.string(),
    z.transform((text, { issues }) => {
      try {
        return JSON.parse(text) as unknown;
      } catch {
        issues.push({ code: 'custom', message: 'is not JSON', input: undefined });
        return z.NEVER;
      }
    }),
  ),
  z.record(z.string(), z.string().check(z.minLength(1))),
);
