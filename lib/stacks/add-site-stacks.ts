import type { Environment, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { inlineStyleHashes } from '../inline-style-hashes.ts';
import type { Parts } from '../permissions.ts';
import { SiteAddress } from '../site-address.ts';
import { SiteBus } from '../site-bus.ts';
import { SiteMetrics } from '../site-metrics.ts';
import { type StackPart, stackNameOf } from '../stack-parts.ts';
import type { StageSettings } from '../stage-settings.ts';
import { DataStack } from './data-stack.ts';
import { DeliveryStack } from './delivery-stack.ts';
import { EventsStack } from './events-stack.ts';
import { MonitoringStack } from './monitoring-stack.ts';
import { PublishingStack } from './publishing-stack.ts';

interface SiteProps {
  /** For example `lorewright-prod`. */
  siteName: string;
  stage: StageSettings;
  /** The folder with the built site. */
  siteFolder: string;
  /** The sources of its inline styles, which are read from its pages by default. */
  styleHashes?: string[];
  env: Environment;
}

/** Adds the stacks of a site. Each stack refers only to earlier ones. */
export function addSiteStacks(
  app: Construct,
  { siteName, stage, siteFolder, styleHashes = inlineStyleHashes(siteFolder), env }: SiteProps,
): Record<StackPart, Stack> {
  const nameOf = (part: StackPart) => stackNameOf(siteName, part);
  const described = (description: string) => ({ env, description: `${description}, for ${siteName}` });
  const siteAddress = new SiteAddress(siteName);
  const shared = { stage, bus: new SiteBus(siteName), metrics: new SiteMetrics(siteName) };

  const data = new DataStack(app, nameOf('data'), {
    ...described('Data, accounts and secrets'),
    ...shared,
    siteName,
    siteAddress,
  });
  const { alarmTopic, storage, webSettings } = data;
  const delivery = new DeliveryStack(app, nameOf('delivery'), {
    ...described('The distribution'),
    siteName,
    stage,
    storage,
    siteAddress,
    styleHashes,
    accounts: data.accounts,
  });
  const { httpApi, distributionSecrets, authorizerId } = delivery;
  const parts: Omit<Parts, 'events'> = {
    ...shared,
    data: data.data,
    storage,
    payments: data.payments,
    mail: data.mail,
    licenseKeys: data.licenseKeys,
    accounts: data.accounts,
    delivery: delivery.delivery,
    downloadLinks: delivery.downloadLinks,
    doorbell: delivery.doorbell,
  };
  const alarms = { siteName, alarmTopic: alarmTopic.topic };
  const events = new EventsStack(app, nameOf('events'), {
    ...described('The bus, its consumers and the services of the API'),
    parts,
    ...alarms,
    httpApi,
    distributionSecrets,
    authorizerId,
  });
  const publishing = new PublishingStack(app, nameOf('publishing'), {
    ...described('The pages, and what publishes articles and releases'),
    parts,
    ...alarms,
    webSettings: { ...webSettings, doorbell: delivery.doorbell.settings },
    siteFolder,
  });
  // Pages call the API, and publishing starts with events on the bus.
  publishing.addStackDependency(events);
  const monitoring = new MonitoringStack(app, nameOf('monitoring'), {
    ...described('Alarms, dashboard and budget'),
    parts,
    httpApi,
    ...alarms,
    otherAlarms: [events.alarms, publishing.alarms],
  });
  return { data, delivery, events, publishing, monitoring };
}
