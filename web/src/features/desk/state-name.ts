/** The words of a state: `paymentPending` is shown as "payment pending". */
export const stateName = (state: string): string =>
  state.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);
