/** The product's working name; what people read takes it from here. */
export const brand = 'Lorewright';
