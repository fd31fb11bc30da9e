/** One behavior of the distribution; they are tried in this order. */
export interface Behavior {
  pathPattern: string;
  /** Values of `apiHeaders`, which requests to the API get, may be references to secrets. */
  origin: { bucket: string } | { apiHeaders: Record<string, string> };
  /** The function that answers instead of the origin if the origin's status is among these. */
  fallback?: Fallback;
  methods: string[];
  /** The code of the CloudFront Function on its viewer requests. */
  viewerRequest?: string;
  responseHeaders: Record<string, string>;
}

interface Fallback {
  statuses: number[];
  functionId: string;
}
