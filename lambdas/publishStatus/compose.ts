import { statusStore } from '../domain/status/status-store.ts';
import { cloudWatch } from '../platform/aws/cloud-watch.ts';
import { s3 } from '../platform/aws/s3.ts';
import { readConfig, resourceNames } from '../platform/config.ts';

export type Dependencies = ReturnType<typeof compose>;

export function compose() {
  const config = readConfig(resourceNames('METRICS_NAMESPACE', 'SITE_BUCKET', 'SITE_URL'));
  return {
    alarms: cloudWatch(),
    siteName: config.METRICS_NAMESPACE,
    siteUrl: config.SITE_URL,
    store: statusStore(s3(), config.SITE_BUCKET),
    now: () => new Date(),
  };
}
