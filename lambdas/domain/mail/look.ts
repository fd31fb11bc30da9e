/*
 * All email programs apply style attributes; some also apply a style element, and some of those support dark themes. So the attributes
 * have the light colors, and the style element overrides them in dark themes. Only tabular data uses a table.
 */
export const displayFont = "Fraunces,Georgia,'Times New Roman',serif";
export const bodyFont = "'Source Sans 3','Segoe UI',Roboto,Helvetica,Arial,sans-serif";
export const codeFont = "ui-monospace,'Cascadia Mono',Menlo,Consolas,monospace";

/** The color of each property of an element. */
type Paint = Partial<Record<'background-color' | 'color' | 'border-color', MailColor>>;

/** Every pair of property and color has its own class. */
export const className = (property: string, color: string) => `${property}-${color}`;

/** The class and style attributes of an element. */
export function look(paint: Paint, style = ''): string {
  const pairs = Object.entries(paint) as [string, MailColor][];
  const classes = pairs.map(([property, color]) => className(property, color)).join(' ');
  const colors = pairs.map(([property, color]) => `${property}:${mailColors[color].day}`).join(';');
  return `class="${classes}" style="${[colors, style].filter(Boolean).join(';')}"`;
}

/**
 * The site's colors, from web/src/styles/tokens.css, in the form that every email program supports. Programs without themes show `day`.
 */
export const mailColors = {
  ground: { day: '#f7f2e7', night: '#0d141e' },
  surface: { day: '#fffcf5', night: '#141e2b' },
  line: { day: '#ddd1b8', night: '#2a394c' },
  text: { day: '#1e2a36', night: '#ece6d8' },
  'text-muted': { day: '#55606b', night: '#a8b4c4' },
  accent: { day: '#7d4f0c', night: '#e3b565' },
  'on-accent': { day: '#fffcf5', night: '#191204' },
} as const;

export type MailColor = keyof typeof mailColors;
