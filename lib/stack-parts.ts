/**
 * The stacks of a site, in the order of their deployment. docs/decisions/035-stacks-by-lifetime.md
 */
export const stackParts = ['data', 'delivery', 'events', 'publishing', 'monitoring'] as const;

export type StackPart = (typeof stackParts)[number];

/**
 * The stacks whose resources are now in `events`. An operator deletes them before the update, because
 * an API accepts each route only once. docs/deploy.md#from-seven-stacks-to-five
 */
export const formerStackParts = ['api', 'desk'] as const;

/** The name of a stack on AWS. */
export const stackNameOf = (siteName: string, part: StackPart | (typeof formerStackParts)[number]) =>
  `${siteName}-${part}`;
