const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** 84,213,760 bytes are "84.2 MB": powers of ten, as in operating systems and browsers. */
export function formatSize(bytes: number): string {
  const power = Math.min(Math.floor(Math.log10(Math.max(bytes, 1)) / 3), units.length - 1);
  const value = bytes / 1000 ** power;
  return new Intl.NumberFormat('en-US', {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 100 ? 1 : 0,
  }).format(value);
}
