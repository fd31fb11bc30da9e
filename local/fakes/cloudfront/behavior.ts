/** One behavior of the distribution. The first one that matches a path applies. */
export interface Behavior {
  pathPattern: string;
  /** `apiHeaders` are added to requests to the API. Their values may contain references to secrets. */
  origin: { bucket: string } | { apiHeaders: Record<string, string> };
  /** The function that responds when the status of the origin is one of these. */
  fallback?: Fallback;
  methods: string[];
  /** The query parameters that the origin gets. */
  forwardedQuery: string[];
  /** The public keys by their ids in the template, if the behavior requires signed links. */
  trustedKeys?: Record<string, string>;
  /** The code of the CloudFront Function for viewer requests. */
  viewerRequest?: string;
  responseHeaders: Record<string, string>;
}

interface Fallback {
  statuses: number[];
  functionId: string;
}
