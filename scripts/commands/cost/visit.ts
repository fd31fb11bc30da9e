/** What a request is for. Each kind has one way through the distribution, and so one price. */
export const requestKinds = [
  'page',
  'icon',
  'settings',
  'asset',
  'picture',
  'release',
  'api',
  'userPool',
] as const;
export type RequestKind = (typeof requestKinds)[number];

/** What the browser asks for in one step of a visit. What it has in its cache is not asked for. */
export interface VisitStep {
  requests: Record<RequestKind, number>;
  /** That the distribution sends, headers included; what the user pool sends is not ours to pay. */
  bytes: number;
}

/** `docs/cost-visit.json`: what was counted in a browser in front of the local cloud. */
export interface CountedVisit {
  /** The home page, with an empty cache. */
  firstPage: VisitStep;
  /** Another page, by a link of the site. */
  nextPage: VisitStep;
  /** The home page on another day, with what the browser has kept. */
  laterVisit: VisitStep;
  /** Address and password in the form, and the page it leads to. */
  signIn: VisitStep;
  /** The account page of somebody signed in. */
  accountPage: VisitStep;
}

export type VisitStepName = keyof CountedVisit;

/** @param path of a request, or the pattern of a behavior of the distribution */
export function requestKind(path: string): RequestKind {
  if (path.startsWith('/__local/cognito')) return 'userPool';
  if (path === '/favicon.svg') return 'icon';
  if (path === '/config.json') return 'settings';
  if (path === '/version.json' || path === '/releases.json') return 'release';
  const [, folder = ''] = path.split('/');
  return kindsByFolder[folder] ?? 'page';
}

const kindsByFolder: Partial<Record<string, RequestKind>> = {
  api: 'api',
  assets: 'asset',
  media: 'picture',
  updates: 'release',
};

export const sum = (numbers: number[]): number => numbers.reduce((total, number) => total + number, 0);
