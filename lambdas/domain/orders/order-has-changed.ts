/** For two members of the team who decide at once: one of them is told. */
export const orderHasChanged = 'This order has just changed. Look at it again, then decide.';
