import { formatPrice } from '../../../contract/rules/format-price.ts';
import { useHydrated } from './use-hydrated.ts';

/** Formats an amount in the visitor's locale. Not for prerendered pages, which have no visitor. */
export function formatMoney(amount: number, currency: string): string {
  return formatPrice(amount, currency, visitorLocale());
}

/** The same for a prerendered page, which uses the American format until it is hydrated. */
export function useFormattedMoney(amount: number, currency: string): string {
  const isHydrated = useHydrated();
  return isHydrated ? formatMoney(amount, currency) : formatPrice(amount, currency);
}

/** Some browsers report a locale that `Intl` rejects, such as `en-US@posix`. */
function visitorLocale(): string | undefined {
  try {
    return Intl.getCanonicalLocales(navigator.language)[0];
  } catch {
    return undefined;
  }
}
