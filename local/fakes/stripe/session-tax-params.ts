import { findTaxBehaviors } from './calculate-tax.ts';
import type { FormObject } from './form-encoding.ts';
import {
  asObject,
  checkKnownParams,
  readBoolean,
  readChoice,
  readMetadata,
  readText,
  requireParam,
} from './read-params.ts';
import { invalidRequest, StripeError } from './stripe-error.ts';
import type { LineItem, Session } from './stripe-objects.ts';
import type { AppliedBehavior, StripeStore } from './stripe-store.ts';

type TaxFields = Pick<
  Session,
  'automatic_tax' | 'billing_address_collection' | 'invoice_creation' | 'tax_id_collection'
>;

/** @throws StripeError for an invalid parameter */
export function readTaxFields(params: FormObject, isFree: boolean): TaxFields {
  const isAutomatic = readEnabled(params, 'automatic_tax');
  const taxIds = asObject(params.tax_id_collection ?? {}, 'tax_id_collection');
  return {
    automatic_tax: isAutomatic
      ? {
          enabled: true,
          liability: { type: 'self' },
          provider: 'stripe',
          status: isFree ? 'complete' : 'requires_location_inputs',
        }
      : { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection:
      readChoice(params, 'billing_address_collection', ['auto', 'required']) ?? null,
    invoice_creation: readInvoiceCreation(params),
    tax_id_collection: {
      enabled: readEnabled(params, 'tax_id_collection', ['required']),
      required: readChoice(taxIds, 'required', ['if_supported', 'never']) ?? 'never',
    },
  };
}

/**
 * @returns undefined without automatic tax
 * @throws StripeError when the account or a price is not ready for automatic tax
 */
export function readTaxBehaviors(
  params: FormObject,
  items: LineItem[],
  store: StripeStore,
  isManagedByStripe: boolean,
): AppliedBehavior[] | undefined {
  if (!readEnabled(params, 'automatic_tax')) return undefined;
  if (isManagedByStripe) {
    throw invalidRequest('`automatic_tax` cannot be set with Managed Payments.', 'automatic_tax');
  }
  if (!store.taxSettings.head_office) {
    throw new StripeError(
      400,
      'You must have a valid head office address to enable automatic tax calculation in test mode. Visit https://dashboard.stripe.com/test/settings/tax to update it.',
    );
  }
  return findTaxBehaviors(items, store);
}

function readInvoiceCreation(params: FormObject): Session['invoice_creation'] {
  const isEnabled = readEnabled(params, 'invoice_creation', ['invoice_data']);
  const creation = asObject(params.invoice_creation ?? {}, 'invoice_creation');
  const data = asObject(creation.invoice_data ?? {}, 'invoice_creation[invoice_data]');
  checkKnownParams(data, ['description', 'footer', 'metadata']);
  return {
    enabled: isEnabled,
    invoice_data: {
      account_tax_ids: null,
      custom_fields: null,
      description: readText(data, 'description') ?? null,
      footer: readText(data, 'footer') ?? null,
      issuer: null,
      metadata: readMetadata(data, 'invoice_creation[invoice_data][metadata]'),
      rendering_options: null,
    },
  };
}

function readEnabled(params: FormObject, name: string, others: string[] = []): boolean {
  if (params[name] === undefined) return false;
  const settings = asObject(params[name], name);
  checkKnownParams(settings, ['enabled', ...others]);
  return requireParam(readBoolean(settings, 'enabled'), `${name}[enabled]`);
}
