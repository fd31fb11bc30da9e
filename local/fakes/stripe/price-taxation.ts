import type { FormObject } from './form-encoding.ts';
import { asObject, checkKnownParams, readChoice, readInteger } from './read-params.ts';
import { invalidRequest, missingParameter } from './stripe-error.ts';
import type { CurrencyOption, Price, TaxBehavior } from './stripe-objects.ts';

const behaviors = ['exclusive', 'inclusive', 'unspecified'] as const;

/** @throws StripeError when the behavior is final, which it is once it is `inclusive` or `exclusive` */
export function readTaxBehavior(
  params: FormObject,
  current: TaxBehavior,
  param = 'tax_behavior',
): TaxBehavior {
  const behavior = readChoice(params, 'tax_behavior', behaviors) ?? current;
  if (behavior !== current && current !== 'unspecified') {
    throw invalidRequest(`The tax behavior of this price is \`${current}\` and cannot be changed.`, param);
  }
  return behavior;
}

/**
 * Merges the given options by currency into the current ones.
 * @throws StripeError for the currency of the price itself, and as `readTaxBehavior` for each currency
 */
export function readCurrencyOptions(params: FormObject, price: Price): Record<string, CurrencyOption> {
  const options = { ...price.currency_options };
  for (const [currency, value] of Object.entries(
    asObject(params.currency_options ?? {}, 'currency_options'),
  )) {
    const param = `currency_options[${currency}]`;
    if (!/^[a-z]{3}$/.test(currency)) throw invalidRequest(`Invalid currency: ${currency}`, param);
    if (currency === price.currency) {
      throw invalidRequest('`currency_options` contains the currency of the price itself.', param);
    }
    const given = asObject(value, param);
    checkKnownParams(given, ['unit_amount', 'tax_behavior']);
    const current = options[currency];
    const amountParam = `${param}[unit_amount]`;
    const amount = readInteger(given, 'unit_amount', 0, amountParam) ?? current?.unit_amount;
    if (amount === undefined || amount === null) throw missingParameter(amountParam);
    const currentBehavior = current?.tax_behavior ?? 'unspecified';
    options[currency] = newCurrencyOption(
      amount,
      readTaxBehavior(given, currentBehavior, `${param}[tax_behavior]`),
    );
  }
  return options;
}

export function newCurrencyOption(unitAmount: number, taxBehavior: TaxBehavior): CurrencyOption {
  return {
    custom_unit_amount: null,
    tax_behavior: taxBehavior,
    unit_amount: unitAmount,
    unit_amount_decimal: String(unitAmount),
  };
}

/** All currencies of a price, including its own. https://docs.stripe.com/api/prices/object */
export function currencyOptionsOf(price: Price): Record<string, CurrencyOption> {
  return {
    [price.currency]: newCurrencyOption(price.unit_amount ?? 0, price.tax_behavior ?? 'unspecified'),
    ...price.currency_options,
  };
}
