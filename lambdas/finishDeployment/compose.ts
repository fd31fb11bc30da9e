import { type SiteBuild, siteBuild } from '../../contract/records/site-build.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { siteBuildStore } from '../domain/site-builds/site-build-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { kms } from '../platform/aws/kms.ts';
import { s3 } from '../platform/aws/s3.ts';
import { readConfig, resourceNames } from '../platform/config.ts';
import { s3Record } from '../platform/s3-record.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig(resourceNames('LICENSE_KEY_IDS', 'MAILINGS_TABLE', 'SITE_BUCKET'));
  const files = s3();
  return {
    files,
    siteBucket: config.SITE_BUCKET,
    store: siteBuildStore(files, config.SITE_BUCKET),
    build: s3Record<Partial<SiteBuild>>(files, config.SITE_BUCKET, siteBuild.file),
    mailings: mailingStore(dynamodb(), config.MAILINGS_TABLE),
    keys: kms(),
    keyIds: config.LICENSE_KEY_IDS.split(' '),
    now: () => new Date(),
  };
}
