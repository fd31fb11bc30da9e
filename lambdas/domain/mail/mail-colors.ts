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
