import * as z from 'zod';
import { salesTaxes } from '../../contract/rules/sales-tax.ts';

/**
 * Reads the named environment variables, once, when the function starts.
 * @throws Error naming each variable that is missing or malformed, never its value.
 */
export function readConfig<Shape extends z.ZodRawShape>(shape: Shape): z.infer<z.ZodObject<Shape>> {
  const parsed = z.object(shape).safeParse(process.env);
  if (parsed.success) return parsed.data;
  const problems = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`);
  throw new Error(`This function is not configured: ${problems.join('; ')}`);
}

/** The name of a table, bucket, bus or secret. */
export const resourceName = z.string().min(1);

/** Written by `String()` of a boolean. */
export const flag = z.enum(['true', 'false']).transform((text) => text === 'true');

/** How the stage handles sales taxes. */
export const salesTax = z.enum(salesTaxes);

/** A JSON object of the Stripe price of each offer; see `PriceIds`. */
export const priceIds = z
  .string()
  .transform((text, context) => {
    try {
      return JSON.parse(text) as unknown;
    } catch {
      context.addIssue('is not JSON');
      return z.NEVER;
    }
  })
  .pipe(z.record(z.string(), z.string().min(1)));
