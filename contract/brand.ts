/** The product's working name; written here and nowhere else in the code. */
export const brand = 'Lorewright';
