import tokens from '../src/styles/tokens.css?raw';

/** A color of the dark theme as `#rrggbb`, by its name in tokens.css: `accent` is `--color-accent`. */
export function nightColor(name: string): string {
  const definition = new RegExp(
    `--color-${name}: light-dark\\(oklch\\([^)]+\\), oklch\\((\\S+)% (\\S+) (\\S+)\\)\\)`,
  );
  const parts = definition.exec(tokens)?.slice(1).map(Number);
  if (!parts) throw new Error(`tokens.css has no --color-${name}`);
  const [lightnessPercent = 0, chroma = 0, hueDegrees = 0] = parts;
  return hexOfOklch(lightnessPercent / 100, chroma, (hueDegrees * Math.PI) / 180);
}

/** For what does not know OKLCH: image libraries and manifests. After https://bottosson.github.io/posts/oklab/ */
function hexOfOklch(lightness: number, chroma: number, hue: number): string {
  const a = chroma * Math.cos(hue);
  const b = chroma * Math.sin(hue);
  const long = (lightness + 0.3963377774 * a + 0.2158037573 * b) ** 3;
  const medium = (lightness - 0.1055613458 * a - 0.0638541728 * b) ** 3;
  const short = (lightness - 0.0894841775 * a - 1.291485548 * b) ** 3;
  const linear = [
    4.0767416621 * long - 3.3077115913 * medium + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * medium - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * medium + 1.707614701 * short,
  ];
  const channels = linear.map((value) => {
    const encoded = value <= 0.0031308 ? 12.92 * value : 1.055 * value ** (1 / 2.4) - 0.055;
    const byte = Math.round(255 * Math.min(1, Math.max(0, encoded)));
    return byte.toString(16).padStart(2, '0');
  });
  return `#${channels.join('')}`;
}
