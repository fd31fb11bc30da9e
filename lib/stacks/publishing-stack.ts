import { Stack, type StackProps } from 'aws-cdk-lib';
import { EventBus } from 'aws-cdk-lib/aws-events';
import type { ITopic } from 'aws-cdk-lib/aws-sns';
import type { Construct } from 'constructs';
import { articleChanged } from '../../contract/events/events.ts';
import { licenseKeyIdsFile } from '../../contract/records/license-file.ts';
import type { WebSettings } from '../../contract/records/web-settings.ts';
import { Alarms } from '../alarms.ts';
import { EventFunctions } from '../event-functions.ts';
import { acknowledgeMadeByCdk } from '../made-by-cdk.ts';
import type { Parts } from '../permissions.ts';
import { addPublishing } from '../publishing.ts';
import { SiteFiles } from '../site-files.ts';

interface PublishingStackProps extends StackProps {
  parts: Omit<Parts, 'events'>;
  siteName: string;
  alarmTopic: ITopic;
  webSettings: WebSettings;
  siteFolder: string;
}

/**
 * The built site, and the functions that write further files into it. The order is: the scripts and
 * styles of the build, the functions that render pages with them, the pages.
 */
export class PublishingStack extends Stack {
  readonly events: EventFunctions;
  readonly alarms: Alarms;

  constructor(scope: Construct, id: string, props: PublishingStackProps) {
    const { parts, siteName, alarmTopic, webSettings, siteFolder, ...stackProps } = props;
    super(scope, id, stackProps);
    const { storage } = parts;
    this.alarms = new Alarms(this, 'Alarms', { siteName, topic: alarmTopic });
    this.events = new EventFunctions(this, 'Events', {
      bus: EventBus.fromEventBusName(this, 'Bus', parts.bus.name),
      alarms: this.alarms,
    });
    const publishBlog = addPublishing({ ...parts, bus: this.events });
    parts.bus.allowPublish(publishBlog, articleChanged);
    // The upload of the pages triggers the event that renders the blog again.
    const files = new SiteFiles(this, 'Files', {
      storage,
      siteFolder,
      settings: { 'config.json': webSettings, [licenseKeyIdsFile]: parts.licenseKeys.keyIds },
      after: [this.events],
    });
    publishBlog.node.addDependency(...files.assets);
    acknowledgeMadeByCdk(this, [storage.site, storage.media, storage.builds]);
  }
}
