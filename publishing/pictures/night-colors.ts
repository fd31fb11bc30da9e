import { transform } from 'lightningcss';
import tokens from '../../web/src/styles/tokens.css?raw';

/** Targets a browser without OKLCH, like the programs that show our pictures and icons. */
const targets = { chrome: 80 << 16 };

/**
 * Returns a color of the dark theme as `#rrggbb` by its name in tokens.css: `accent` is
 * `--color-accent`.
 */
export function nightColor(name: string): string {
  const color = new RegExp(`--color-${name}: light-dark\\([^()]+\\([^)]+\\), ([^()]+\\([^)]+\\))\\)`).exec(
    tokens,
  )?.[1];
  if (!color) throw new Error(`tokens.css has no --color-${name} for both themes`);
  const { code } = transform({ filename: '', code: Buffer.from(`a{color:${color}}`), minify: true, targets });
  const hex = /#[0-9a-f]+/.exec(code.toString())?.[0];
  if (!hex) throw new Error(`--color-${name} has no hexadecimal form: ${color}`);
  return hex;
}
