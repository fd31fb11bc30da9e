import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import type { StageSettings } from '../../../lib/stage-settings.ts';
import { siteNameOf, stages } from '../../../lib/stages.ts';
import { siteTemplate } from '../../../scripts/build/site-template.ts';
import { resourcesOf, synthesize } from '../synthesize.ts';

const hostedZoneId = 'Z0123456789ABC';
const domain = { name: 'www.lorewright.example', zoneName: 'lorewright.example', hostedZoneId };
const withDomain = await synthesize({ ...stages.local, domain });
const withoutDomain = await synthesize(stages.local);
const distributionOf = (template: typeof withDomain) =>
  resourcesOf(template, 'AWS::CloudFront::Distribution')[0]?.[1].Properties.DistributionConfig;

describe('HTTPS on subdomains', () => {
  const transportOf = (template: typeof withDomain) =>
    resourcesOf(template, 'AWS::CloudFront::ResponseHeadersPolicy').map(
      ([, { Properties }]) =>
        Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig.StrictTransportSecurity,
    );
  const ownNameOnly = {
    IncludeSubdomains: false,
    Preload: false,
    AccessControlMaxAgeSec: 63_072_000,
    Override: true,
  };
  const apex = { name: 'lorewright.example', hostedZoneId };

  test.each([
    ["CloudFront's own name", undefined],
    ['the name of the zone itself', apex],
    ['a name within the zone', domain],
  ])('is not required by default on %s', async (_, ofStage) => {
    const template = await synthesize({ ...stages.local, ...(ofStage ? { domain: ofStage } : {}) });
    expect(transportOf(template)).toEqual(Array(3).fill(ownNameOnly));
  });

  test('is required if a stage says so', async () => {
    const template = await synthesize({ ...stages.local, domain: apex, forcesHttpsOnSubdomains: true });
    for (const transport of transportOf(template))
      expect(transport).toMatchObject({ IncludeSubdomains: true, Preload: true });
  });
});

describe('with a domain', () => {
  test('creates the certificate and validates it in the zone', () => {
    withDomain.hasResourceProperties('AWS::CertificateManager::Certificate', {
      DomainName: 'www.lorewright.example',
      ValidationMethod: 'DNS',
      DomainValidationOptions: [{ DomainName: 'www.lorewright.example', HostedZoneId: hostedZoneId }],
    });
    expect(distributionOf(withDomain)).toMatchObject({
      Aliases: ['www.lorewright.example'],
      ViewerCertificate: {
        AcmCertificateArn: { Ref: expect.stringMatching(/^DeliveryCertificate/) },
        MinimumProtocolVersion: 'TLSv1.2_2021',
      },
    });
  });

  test.each(['A', 'AAAA'])('creates a record of type %s for the distribution', (type) => {
    withDomain.hasResourceProperties('AWS::Route53::RecordSet', {
      Name: 'www.lorewright.example.',
      Type: type,
      HostedZoneId: hostedZoneId,
      AliasTarget: Match.objectLike({
        DNSName: { 'Fn::GetAtt': [Match.stringLikeRegexp('Distribution'), 'DomainName'] },
      }),
    });
  });

  test("emails come from the sender's own domain, and the zone has its DKIM records", async () => {
    const template = await synthesize({
      ...stages.local,
      domain,
      senderAddress: 'hello@mail.lorewright.example',
    });
    template.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'mail.lorewright.example' });
    const signatures = resourcesOf(template, 'AWS::Route53::RecordSet')
      .map(([, { Properties }]) => Properties)
      .filter(({ Type }) => Type === 'CNAME');
    const attribute = (name: string) => ({ 'Fn::GetAtt': [expect.stringMatching(/^MailSender/), name] });
    expect(signatures).toMatchObject(
      [1, 2, 3].map((number) => ({
        HostedZoneId: hostedZoneId,
        Name: { 'Fn::Join': ['', [attribute(`DkimDNSTokenName${number}`), '.']] },
        ResourceRecords: [attribute(`DkimDNSTokenValue${number}`)],
      })),
    );
  });

  test('lets functions create links to the domain', () => {
    expect(siteUrls(withDomain)).toEqual(new Set(['https://www.lorewright.example']));
    withDomain.hasOutput('SiteUrl', { Value: 'https://www.lorewright.example' });
  });
});

describe('without a domain', () => {
  const ownName = {
    'Fn::Join': [
      '',
      ['https://', { 'Fn::GetAtt': [expect.stringMatching(/^DeliveryDistribution/), 'DomainName'] }],
    ],
  };

  test('creates neither a certificate nor DNS records', () => {
    expect(resourcesOf(withoutDomain, 'AWS::CertificateManager::Certificate')).toEqual([]);
    expect(resourcesOf(withoutDomain, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(distributionOf(withoutDomain)).not.toHaveProperty('Aliases');
    expect(distributionOf(withoutDomain)).not.toHaveProperty('ViewerCertificate');
  });

  test('lets functions create links to the domain name of the distribution, and sends emails from a single address', () => {
    expect([...siteUrls(withoutDomain)].length).toBeGreaterThan(0);
    for (const url of siteUrls(withoutDomain)) expect(url).toEqual(ownName);
    expect(withoutDomain.findOutputs('SiteUrl').SiteUrl?.Value).toEqual(ownName);
    withoutDomain.hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: stages.local.senderAddress,
    });
  });
});

test('gives the resources of two stages in one zone different names', async () => {
  const zone = { zoneName: 'lorewright.example', hostedZoneId };
  const dev = await namesOf('dev', {
    ...stages.dev,
    senderAddress: 'hello@dev.lorewright.example',
    domain: { ...zone, name: 'dev.lorewright.example' },
  });
  const prod = await namesOf('prod', { ...stages.prod, domain: { ...zone, name: 'lorewright.example' } });
  expect(dev).toEqual(
    expect.arrayContaining([
      'AWS::SES::EmailIdentity dev.lorewright.example',
      'AWS::Route53::RecordSet A dev.lorewright.example.',
      'AWS::Logs::DeliverySource lorewright-dev-requests',
    ]),
  );
  expect(dev.filter((name) => prod.includes(name))).toEqual([]);
});

/** Types whose names are unique only within a resource of the stage, or are just labels. */
const namedWithinTheStage = [
  /^AWS::ApiGatewayV2::/,
  /^AWS::AppSync::ChannelNamespace$/,
  /^AWS::Cognito::UserPool/,
  /^AWS::IAM::Policy$/,
  /^AWS::Logs::Delivery$/,
];

/** The names that a stage gives its resources, instead of names that CloudFormation generates. */
async function namesOf(stage: 'dev' | 'prod', settings: StageSettings): Promise<string[]> {
  const template = await siteTemplate({ siteName: siteNameOf(stage), settings, siteFolder: 'dist/web' });
  const resources = Object.values<{ Type: string; Properties?: Record<string, unknown> }>(template.Resources);
  return resources
    .filter(({ Type }) => !namedWithinTheStage.some((pattern) => pattern.test(Type)))
    .flatMap(({ Type, Properties = {} }) =>
      // CloudFront and Budgets have the name one level below.
      [Properties, ...Object.values(Properties)]
        .flatMap((properties) => Object.entries(properties ?? {}))
        .filter(
          ([key, value]) =>
            /^((?!Metric|Attribute)\w*Name|EmailIdentity)$/.test(key) && typeof value === 'string',
        )
        .map(([, name]) =>
          [Type, Type === 'AWS::Route53::RecordSet' ? Properties.Type : [], name].flat().join(' '),
        ),
    );
}

function siteUrls(template: typeof withDomain): Set<unknown> {
  const urls = resourcesOf(template, 'AWS::Lambda::Function').map(
    ([, { Properties }]) => Properties.Environment?.Variables.SITE_URL,
  );
  return new Set(urls.filter((url) => url !== undefined));
}
