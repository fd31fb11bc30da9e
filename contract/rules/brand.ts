/** The product's working name. Every text that people read takes it from here. */
export const brand = 'Lorewright';
