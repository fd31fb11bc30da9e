const tokens: Record<string, string> = {
  '#0d141e': 'ground',
  '#1c2939': 'surface-raised',
  '#6d7f97': 'line-strong',
  '#7cc4c8': 'water',
  '#a8b4c4': 'text-muted',
  '#e3b565': 'accent',
  '#f0c981': 'accent-strong',
  '#ff9d8f': 'danger',
};

/** A screen that is drawn for the dark theme, in the light theme: with the colors of the theme, and others as light as they were dark. */
export function inLightColors(html: string): string {
  return html
    .replace('<html lang="en"', '<html lang="en" data-theme="light"')
    .replace(/(?<!\()#(?:[\da-f]{6}|[\da-f]{3})\b/g, (color) => {
      const token = tokens[color];
      // The lightness of text and ground in the two themes: web/src/styles/tokens.css.
      return token ? `var(--color-${token})` : `oklch(from ${color} calc(0.965 - (l - 0.189) * 0.93) c h)`;
    });
}
