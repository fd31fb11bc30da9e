import { draftStructureMailings } from '../domain/mailings/draft-mailings.ts';
import type { Dependencies } from './compose.ts';

/** After a deployment of the site, drafts mailings about new story structures. */
export async function draftMailingsOfBuild({ build, mailings, now }: Dependencies): Promise<void> {
  const { record } = await build.read();
  // A build of an earlier version of this repository does not list them.
  if (record?.structures) await draftStructureMailings(mailings, record.structures, now());
}
