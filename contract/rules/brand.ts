/** The product's working name. Every text for people uses this constant. */
export const brand = 'Lorewright';
