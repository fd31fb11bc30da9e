/** The product's working name; the only place where it is written. */
export const brand = 'Lorewright';
