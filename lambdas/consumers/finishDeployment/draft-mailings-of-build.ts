import { type SiteBuild, siteBuild } from '../../../contract/records/site-build.ts';
import { draftStructureMailings } from '../../domain/mailings/draft-mailings.ts';
import { mailingStore } from '../../domain/mailings/mailing-store.ts';
import { dynamodb } from '../../platform/aws/dynamodb.ts';
import { s3 } from '../../platform/aws/s3.ts';
import { readConfig, resourceName } from '../../platform/config.ts';
import { s3Record } from '../../platform/s3-record.ts';

const { MAILINGS_TABLE, SITE_BUCKET } = readConfig({
  MAILINGS_TABLE: resourceName,
  SITE_BUCKET: resourceName,
});
const mailings = mailingStore(dynamodb(), MAILINGS_TABLE);
const build = s3Record<Partial<SiteBuild>>(s3(), SITE_BUCKET, siteBuild.file);

/** After a deployment of the site, drafts mailings about new story structures. */
export async function draftMailingsOfBuild(): Promise<void> {
  const { record } = await build.read();
  // A build of an earlier version of this repository does not list them.
  if (record?.structures) await draftStructureMailings(mailings, record.structures, new Date());
}
