/** The kind of a request. Each kind has one path through the distribution and one price. */
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

/** The requests of the browser in one step of a visit, without cached files. */
export interface VisitStep {
  requests: Record<RequestKind, number>;
  /**
   * The bytes that the distribution sends, including headers. We do not pay for those of the user
   * pool.
   */
  bytes: number;
}

/** `docs/cost-visit.json`: the requests that were counted in a browser with the local cloud. */
export interface CountedVisit {
  /** The home page with an empty cache. */
  firstPage: VisitStep;
  /** Another page, through a link. */
  nextPage: VisitStep;
  /** The home page on another day, with the browser's cache. */
  laterVisit: VisitStep;
  /** The form with email and password, and the page that follows. */
  signIn: VisitStep;
  /** The account page of a signed-in user. */
  accountPage: VisitStep;
}

export type VisitStepName = keyof CountedVisit;

/** @param path of a request, or the path pattern of a behavior */
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
