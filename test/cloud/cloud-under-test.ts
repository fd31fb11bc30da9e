import { listQueued } from '../pending-work.ts';

/** The parts of a cloud that specs use besides its site and the pages below `/__local/`. */
export interface CloudUnderTest {
  siteUrl: string;
  /** The folder with `endpoints.json`, the sample release, the state of the Stripe fake, and the key that signs tokens. */
  dir: string;
  /** The events and messages that are not handled yet. */
  listQueued(): Promise<string[]>;
}

export interface CloudAddress {
  siteUrl: string;
  dir: string;
  /** Set on the second cloud; see `npm run conformance:cloud`. */
  isSecond?: true;
}

export const cloudAt = ({ siteUrl, dir, isSecond }: CloudAddress): CloudUnderTest => ({
  siteUrl,
  dir,
  listQueued: isSecond
    ? async () => (await fetch(`${siteUrl}/__local/queued.json`)).json() as Promise<string[]>
    : () => listQueued(dir),
});
