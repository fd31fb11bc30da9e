/**
 * The stacks of a site, in the order of their deployment. docs/decisions/035-stacks-by-lifetime.md
 */
export const stackParts = ['data', 'delivery', 'events', 'api', 'desk', 'publishing', 'monitoring'] as const;

export type StackPart = (typeof stackParts)[number];

/** The name of a stack on AWS. */
export const stackNameOf = (siteName: string, part: StackPart) => `${siteName}-${part}`;
