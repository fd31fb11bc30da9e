export interface MarketplaceSection {
  name: 'Promos' | 'Deals' | 'Featured Products' | 'Filters' | 'Product List';
  /** What the section will be. */
  text: string;
}

export const notice =
  'The marketplace is not open yet. There is nothing to buy or to sell here today; this is what each part will be.';

/** Stands at each section. */
export const badge = 'Coming';

export const sections: MarketplaceSection[] = [
  {
    name: 'Promos',
    text: 'New things from creators, shown for a limited time, with a plain note when somebody has paid for the place.',
  },
  {
    name: 'Deals',
    text: 'Bundles and lowered prices, each with its usual price and the day on which it ends.',
  },
  {
    name: 'Featured Products',
    text: 'A small selection chosen by us, with a sentence that says why we chose it.',
  },
  {
    name: 'Filters',
    text: 'Narrow the list by workspace (map, timelines, editor, calendar, network editor), by kind, by price and by what you may do with it.',
  },
  {
    name: 'Product List',
    text: 'All maps, calendars, templates and other materials that creators offer, each with a preview and its license before you decide.',
  },
];
