/** The result of a check. A problem keeps the site from working; a warning does not. */
export type Finding =
  | { outcome: 'ok' | 'skipped'; says: string }
  | { outcome: 'problem' | 'warning'; says: string; advice: string };

export const ok = (says: string): Finding => ({ outcome: 'ok', says });
export const skipped = (says: string): Finding => ({ outcome: 'skipped', says });
export const problem = (says: string, advice: string): Finding => ({ outcome: 'problem', says, advice });
export const warning = (says: string, advice: string): Finding => ({ outcome: 'warning', says, advice });
