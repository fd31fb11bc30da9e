export const visitFile = 'docs/cost-visit.json';
export const costFile = 'docs/cost.md';
