export interface MarketplaceSection {
  name: 'Promos' | 'Deals' | 'Featured Products' | 'Filters' | 'Product List';
  /** A description of the section. */
  text: string;
}

export const notice =
  'The marketplace is not open yet. There is nothing to buy or sell here today; this is what we plan.';

/** Shown at each section. */
export const badge = 'Coming soon';

export const sections: MarketplaceSection[] = [
  {
    name: 'Promos',
    text: 'New things from creators, shown for a limited time, clearly marked when somebody has paid for the placement.',
  },
  {
    name: 'Deals',
    text: 'Bundles and reduced prices, each with its usual price and the day on which the deal ends.',
  },
  {
    name: 'Featured Products',
    text: 'A small selection chosen by us, with a sentence that says why we chose it.',
  },
  {
    name: 'Filters',
    text: 'Narrow the list by workspace (map, timelines, editor, calendar, network editor), by kind, by price and by license.',
  },
  {
    name: 'Product List',
    text: 'All maps, calendars, templates and other materials that creators offer, each with a preview and its license before you decide.',
  },
];
