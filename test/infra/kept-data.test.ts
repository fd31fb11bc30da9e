import { describe, expect, it } from 'vitest';
import { stackParts } from '../../lib/stack-parts.ts';
import { stages } from '../../lib/stages.ts';
import { inApp, siteStacks, synthesizeParts } from './synthesize.ts';

/**
 * Every resource that holds data, by its logical id. If an id changed, CloudFormation would create
 * an empty resource and abandon the old one. Add to this list, but change nothing in it: a
 * construct that moves or is renamed keeps its id with `overrideLogicalId`.
 */
const pinned: Record<string, string[]> = {
  'AWS::DynamoDB::GlobalTable': [
    'DataArticlesF528218C',
    'DataAuditE4D9F575',
    'DataCodes4EB0FA3D',
    'DataDownloads5764B6DF',
    'DataFeedbackC605C461',
    'DataIdempotency4AE02808',
    'DataLimits2C0F1F55',
    'DataMailLogE4E65FEF',
    'DataMailingsFF9A3829',
    'DataOrders20A4E13F',
    'DataReferrals1696EB12',
    'DataUsers839EEF6E',
  ],
  'AWS::S3::Bucket': [
    'StorageAccessLog9DF31AD8',
    'StorageBuilds05895B72',
    'StorageMedia9333CB25',
    'StorageSiteDBA682E2',
  ],
  'AWS::Cognito::UserPool': ['AccountsUserPool6BF6C5FA'],
  'AWS::Cognito::UserPoolClient': ['AccountsUserPoolRecoveryF59E5E09', 'AccountsUserPoolWebCDF0607F'],
  'AWS::Cognito::UserPoolGroup': [
    'AccountsUserPooladminC30710A8',
    'AccountsUserPoolpaidAFF70CE3',
    'AccountsUserPoolvipDCB8A488',
  ],
  'AWS::KMS::Key': ['AccountsCodeKey7D549C13', 'LicenseKeysKey1EA925CAC'],
  'AWS::SecretsManager::Secret': [
    'MailUnsubscribeKey4291426E',
    'PaymentsStripeSecretKeyCFC35C9F',
    'PaymentsStripeWebhookSecret26432EB0',
  ],
};

/**
 * Resources of the same types that hold no data: an alarm that was sent is an email, and a
 * deployment replaces the distribution's secret.
 */
const holdsNothing = /^(AlarmsTopicKey|DistributionSecretsSecret\d+)$/;

interface Resource {
  Type: string;
  DeletionPolicy?: string;
  UpdateReplacePolicy?: string;
}

const parts = await synthesizeParts(stages.prod);
const resourcesOf = (part: (typeof stackParts)[number]): [id: string, resource: Resource][] =>
  Object.entries<Resource>(parts[part].toJSON().Resources).filter(
    ([id, { Type: type }]) => type in pinned && !holdsNothing.test(id.replace(/[0-9A-F]{8}$/, '')),
  );

describe('every resource with data', () => {
  it.each(Object.entries(pinned))('keeps its logical id: %s', (type, ids) => {
    const found = resourcesOf('data').flatMap(([id, resource]) => (resource.Type === type ? [id] : []));
    expect(found.sort()).toEqual(ids.toSorted());
  });

  it('is in the data stack only', () => {
    const elsewhere = stackParts.filter((part) => part !== 'data').flatMap((part) => resourcesOf(part));
    expect(elsewhere).toEqual([]);
  });

  it.each(resourcesOf('data'))(
    'stays when the stack is deleted or the resource is replaced: %s',
    (_, kept) => {
      expect([kept.DeletionPolicy, kept.UpdateReplacePolicy]).toEqual(['Retain', 'Retain']);
    },
  );
});

it('protects the data stack of prod against deletion, and no other stack', () => {
  const stacks = inApp((app) => Object.entries(siteStacks(app, stages.prod)));
  const protectedParts = stacks.flatMap(([part, { terminationProtection }]) =>
    terminationProtection ? [part] : [],
  );
  expect(protectedParts).toEqual(['data']);
});
