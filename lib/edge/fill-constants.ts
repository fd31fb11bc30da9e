/** Fills constants of the contract into an edge function, which can import nothing. */
export function fillConstants(code: string, constants: Record<string, unknown>): string {
  return Object.entries(constants).reduce((filled, [name, value]) => {
    const constant = new RegExp(`(?<=^const ${name} = )[^;]+(?=;)`, 'm');
    if (!constant.test(filled)) throw new Error(`The edge function has no ${name} to fill.`);
    return filled.replace(constant, () => JSON.stringify(value));
  }, code);
}
