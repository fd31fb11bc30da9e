/**
 * The desktop systems a release is built for; also the folder names under `releases/<version>/`.
 */
export const platforms = ['mac-arm64', 'mac-x64', 'win-x64'] as const;

export type Platform = (typeof platforms)[number];

export const platformNames: Record<Platform, string> = {
  'mac-arm64': 'Mac with Apple silicon',
  'mac-x64': 'Mac with Intel processor',
  'win-x64': 'Windows (64-bit)',
};

/** The names that follow “Download for” on a button. */
export const platformLabels: Record<Platform, string> = {
  'mac-arm64': 'Mac (Apple silicon)',
  'mac-x64': 'Mac (Intel)',
  'win-x64': 'Windows',
};

/**
 * The oldest system that current builds support. A release keeps the value from when it was
 * published.
 */
export const minimumSystems: Record<Platform, string> = {
  'mac-arm64': 'macOS 12 Monterey',
  'mac-x64': 'macOS 12 Monterey',
  'win-x64': 'Windows 10, version 1809',
};
