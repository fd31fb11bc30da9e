import { auditStore } from '../domain/desk/audit-store.ts';
import { mailOnce } from '../domain/mail/mail-once.ts';
import { mailingStore } from '../domain/mailings/mailing-store.ts';
import { problemStore } from '../domain/problems/problem-store.ts';
import { downloadCounter } from '../domain/releases/download-counter.ts';
import { releaseStore } from '../domain/releases/release-store.ts';
import { dynamodb } from '../platform/aws/dynamodb.ts';
import { s3 } from '../platform/aws/s3.ts';
import { ses } from '../platform/aws/ses.ts';
import { readConfig, resourceNames } from '../platform/config.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig({
    ...resourceNames('BUILDS_BUCKET', 'DOWNLOADS_TABLE', 'IDEMPOTENCY_TABLE', 'MAIL_LOG_TABLE'),
    ...resourceNames(
      'AUDIT_TABLE',
      'MAILINGS_TABLE',
      'PROBLEMS_TABLE',
      'SENDER_ADDRESS',
      'SITE_URL',
      'TEAM_ADDRESS',
    ),
  });
  const now = () => new Date();
  const tables = dynamodb();
  const files = s3();
  return {
    audit: auditStore(tables, config.AUDIT_TABLE),
    builds: { s3: files, bucket: config.BUILDS_BUCKET },
    releases: releaseStore(files, config.BUILDS_BUCKET),
    mailings: mailingStore(tables, config.MAILINGS_TABLE),
    downloads: downloadCounter(tables, config.DOWNLOADS_TABLE),
    problems: problemStore(tables, config.PROBLEMS_TABLE),
    send: mailOnce({ mailer: ses(), tables, config, now }),
    now,
    siteUrl: config.SITE_URL,
    teamAddress: config.TEAM_ADDRESS,
  };
}
