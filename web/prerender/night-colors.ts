import tokens from '../src/styles/tokens.css?raw';

/** A color of the dark theme, by its name in tokens.css: `accent` is `--color-accent`. */
export function nightColor(name: string): string {
  const color = new RegExp(`--color-${name}: light-dark\\(#\\w+, (#\\w+)\\)`).exec(tokens)?.[1];
  if (!color) throw new Error(`tokens.css has no --color-${name}`);
  return color;
}
