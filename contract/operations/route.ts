/** The route of an operation, and who may call it. */
export interface Route {
  method: 'GET' | 'POST';
  /** Whether it also answers HEAD, as programs that download files expect. */
  answersHead?: true;
  path: `/api/${string}`;
  /**
   * `user`: requires a valid access token. `admin`: one of the group `admin`, from a recent sign-in
   * to an account with an authenticator app. `anyone`: open. `stripe`: Stripe signs the raw body.
   * `mail program`: the address contains a signed token, and RFC 8058 defines the body.
   * `updater`: requires a license file or a valid access token, and the function verifies both.
   */
  caller: 'user' | 'admin' | 'anyone' | 'stripe' | 'mail program' | 'updater';
  /**
   * Whether it changes data that a person would miss. Such operations wait while the site is
   * read-only.
   */
  changes: boolean;
}

/** The methods of the route. */
export const methodsOf = ({ method, answersHead }: Route): ('GET' | 'HEAD' | 'POST')[] =>
  answersHead ? [method, 'HEAD'] : [method];

/** Whether the gateway's authorizer verifies an access token. */
export const needsToken = (caller: Route['caller']): boolean => caller === 'user' || caller === 'admin';
