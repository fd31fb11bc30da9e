/** A person who may or may not have received a mailing. */
export interface UncertainReader {
  /** Or the id of a person without an account: see `isSubscriberId`. */
  userId: string;
  /** Missing for a deleted account or address. */
  email?: string;
}

/** The email of a mailing as a reader gets it. The links to unsubscribe do not work. */
export interface RenderedMailing {
  subject: string;
  /** The text that an inbox shows after the subject. */
  preheader: string;
  html: string;
  text: string;
  /** The paths of its pictures on the site, each once. */
  pictures: string[];
}
