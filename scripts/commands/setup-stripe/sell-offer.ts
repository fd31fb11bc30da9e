import { isDeepStrictEqual } from 'node:util';
import type Stripe from 'stripe';
import { brand } from '../../../contract/rules/brand.ts';
import { amountsOf, type Offer, type OfferId } from '../../../contract/rules/catalog.ts';
import { type SalesTax, taxBehaviors } from '../../../contract/rules/sales-tax.ts';
import type { StageName } from '../../../lib/stages.ts';
import type { Step } from './step.ts';

export interface Assortment {
  stage: StageName;
  products: Stripe.Product[];
  prices: Stripe.Price[];
}

/** More objects than an account will ever have. */
const limit = 10_000;

/**
 * Returns everything that the account sells or has sold. Stripe's lists include the last write; its
 * search does not.
 * @throws Error when the account sells for another stage, because each lookup key exists once per
 * account
 */
export async function readAssortment(stripe: Stripe, stage: StageName): Promise<Assortment> {
  const products = await stripe.products.list({ limit: 100 }).autoPagingToArray({ limit });
  const prices = await stripe.prices
    .list({ limit: 100, expand: ['data.currency_options'] })
    .autoPagingToArray({ limit });
  const alien = [...products, ...prices].find(
    ({ metadata }) => metadata.offer && metadata.stage && metadata.stage !== stage,
  );
  if (alien) {
    throw new Error(
      `This Stripe account sells for the stage "${alien.metadata.stage}", as the metadata of ${alien.id} says. Each stage needs its own account or sandbox: use the key of the one for "${stage}".`,
    );
  }
  return { stage, products, prices };
}

/** The price's currencies with their amounts, its own included. A request has to expand them. */
function optionsOf(price: Stripe.Price): Record<string, Stripe.Price.CurrencyOptions> {
  const { unit_amount, unit_amount_decimal, tax_behavior } = price;
  const own = { custom_unit_amount: null, unit_amount, unit_amount_decimal, tax_behavior };
  return { [price.currency]: own, ...price.currency_options };
}

/** Whether a price, with its `currency_options`, costs what the catalog says, in each currency and no other. */
export function hasAmounts(price: Stripe.Price, offer: Offer): boolean {
  const amounts = Object.entries(optionsOf(price)).map(([currency, { unit_amount }]) => [
    currency,
    unit_amount,
  ]);
  return (
    isDeepStrictEqual(Object.fromEntries(amounts), amountsOf(offer)) && price.currency === offer.currency
  );
}

interface Sale {
  offerId: OfferId;
  offer: Offer;
  assortment: Assortment;
  salesTax: SalesTax;
  /**
   * The prices that the deployed site uses. They stay on sale until the next deployment, even if
   * the catalog changes.
   */
  deployedPriceIds: string[];
}

/**
 * Updates the product and the price of an offer at Stripe to match the catalog. Each object stores
 * its offer as metadata, so that the next run can continue an interrupted one. The amount of a
 * price cannot change, nor can whether it includes taxes, once that is set. So another amount needs
 * another price, which takes over the lookup key. The
 * previous price is archived once no page uses it. A price of a product that is not ours loses only
 * the key.
 */
export async function sellOffer(
  stripe: Stripe,
  { offerId, offer, assortment, salesTax, deployedPriceIds }: Sale,
): Promise<{ priceId: string; steps: Step[] }> {
  const { stage } = assortment;
  const metadata = { offer: offerId, stage };
  const taxBehavior = taxBehaviors[salesTax];
  const isOfOffer = (thing: { metadata: Stripe.Metadata }) => thing.metadata.offer === offerId;
  const isMarked = (thing: { metadata: Stripe.Metadata }) =>
    isOfOffer(thing) && thing.metadata.stage === stage;
  const productId = `${brand.toLowerCase()}_${offer.lookupKey}`;
  const keyHolder = assortment.prices.find(({ lookup_key }) => lookup_key === offer.lookupKey);
  const found =
    assortment.products.find(({ id }) => id === productId) ??
    assortment.products.find(isOfOffer) ??
    assortment.products.find(({ id, metadata: { offer: other } }) => !other && id === keyHolder?.product);

  const product = found ? await updateProduct(found) : await createProduct();
  const holder = keyHolder?.product === product.item.id ? keyHolder : undefined;
  // Before another price takes its lookup key, by which it is found.
  if (holder && !isMarked(holder)) await stripe.prices.update(holder.id, { metadata });
  const price = holder && isRight(holder) ? await updatePrice(holder) : await createPrice();
  // Stripe does not archive the default price of a product.
  const isDefault = product.item.default_price === price.item.id;
  if (!isDefault) await stripe.products.update(product.item.id, { default_price: price.item.id });

  const former = assortment.prices.filter(
    ({ id, active, product: soldAs, ...each }) =>
      id !== price.item.id && active && soldAs === product.item.id && (isOfOffer(each) || id === holder?.id),
  );
  const archived = await Promise.all(former.map(archive));
  const productOutcome = product.outcome === 'existed' && !isDefault ? 'updated' : product.outcome;
  return {
    priceId: price.item.id,
    steps: [
      { thing: `Product of ${offerId}`, id: product.item.id, outcome: productOutcome },
      { thing: `Price of ${offerId}`, id: price.item.id, outcome: price.outcome },
      ...archived,
    ],
  };

  async function createProduct() {
    const item = await stripe.products.create({
      // If two runs start at once, one creates the product and the other fails. If both create a price,
      // the next run archives one.
      id: productId,
      name: `${brand} ${offer.name}`,
      description: offer.description,
      tax_code: offer.taxCode,
      metadata,
    });
    return { item, outcome: 'created' } as const;
  }

  async function updateProduct(item: Stripe.Product) {
    const wanted = {
      name: `${brand} ${offer.name}`,
      description: offer.description,
      tax_code: offer.taxCode,
      active: true,
    };
    const isSame = Object.entries(wanted).every(([key, value]) => item[key as keyof typeof wanted] === value);
    if (isSame && isMarked(item)) return { item, outcome: 'existed' } as const;
    return {
      item: await stripe.products.update(item.id, { ...wanted, metadata }),
      outcome: 'updated',
    } as const;
  }

  function isRight(price: Stripe.Price): boolean {
    const isTaxed = Object.values(optionsOf(price)).every(
      ({ tax_behavior }) => !taxBehavior || tax_behavior === taxBehavior || tax_behavior === 'unspecified',
    );
    return price.type === 'one_time' && hasAmounts(price, offer) && isTaxed;
  }

  async function updatePrice(item: Stripe.Price) {
    const untaxed = Object.entries(optionsOf(item)).filter(
      ([currency, { tax_behavior }]) => currency !== item.currency && tax_behavior !== taxBehavior,
    );
    const changes = {
      ...(item.active ? {} : { active: true }),
      ...(taxBehavior && item.tax_behavior !== taxBehavior ? { tax_behavior: taxBehavior } : {}),
      ...(taxBehavior && untaxed.length > 0
        ? {
            currency_options: Object.fromEntries(
              untaxed.map(([currency]) => [currency, { tax_behavior: taxBehavior }]),
            ),
          }
        : {}),
    };
    const isSame = Object.keys(changes).length === 0;
    if (!isSame) await stripe.prices.update(item.id, changes);
    return { item, outcome: isSame && isMarked(item) ? 'existed' : 'updated' } as const;
  }

  async function createPrice() {
    const taxed = taxBehavior ? { tax_behavior: taxBehavior } : {};
    const otherAmounts = Object.entries(offer.otherAmounts ?? {});
    const item = await stripe.prices.create({
      product: product.item.id,
      unit_amount: offer.amountInCents,
      currency: offer.currency,
      ...taxed,
      ...(otherAmounts.length > 0
        ? {
            currency_options: Object.fromEntries(
              otherAmounts.map(([currency, unit_amount]) => [currency, { unit_amount, ...taxed }]),
            ),
          }
        : {}),
      lookup_key: offer.lookupKey,
      transfer_lookup_key: true,
      metadata,
    });
    return { item, outcome: 'created' } as const;
  }

  async function archive({ id }: Stripe.Price): Promise<Step> {
    const thing = `Former price of ${offerId}`;
    if (deployedPriceIds.includes(id)) {
      return { thing, id, outcome: 'existed', reason: 'the site sells it until the next deployment' };
    }
    await stripe.prices.update(id, { active: false });
    return { thing, id, outcome: 'removed', reason: 'archived, because nothing sells it now' };
  }
}
