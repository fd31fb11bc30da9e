import { Match } from 'aws-cdk-lib/assertions';
import { describe, expect, test } from 'vitest';
import { stages } from '../../lib/stages.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const hostedZoneId = 'Z0123456789ABC';
const withDomain = synthesize({
  ...stages.local,
  domain: { name: 'www.lorewright.example', zoneName: 'lorewright.example', hostedZoneId },
});
const withoutDomain = synthesize(stages.local);
const distributionOf = (template: typeof withDomain) =>
  resourcesOf(template, 'AWS::CloudFront::Distribution')[0]?.[1].Properties.DistributionConfig;

describe('with a domain', () => {
  test('the stack makes the certificate, and proves itself in the zone', () => {
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

  test.each(['A', 'AAAA'])('the zone leads to the distribution by a record of type %s', (type) => {
    withDomain.hasResourceProperties('AWS::Route53::RecordSet', {
      Name: 'www.lorewright.example.',
      Type: type,
      HostedZoneId: hostedZoneId,
      AliasTarget: Match.objectLike({
        DNSName: { 'Fn::GetAtt': [Match.stringLikeRegexp('Distribution'), 'DomainName'] },
      }),
    });
  });

  test('mail comes from the zone, which signs it', () => {
    withDomain.hasResourceProperties('AWS::SES::EmailIdentity', { EmailIdentity: 'lorewright.example' });
    const signatures = resourcesOf(withDomain, 'AWS::Route53::RecordSet').filter(
      ([, { Properties }]) => Properties.Type === 'CNAME',
    );
    expect(signatures).toHaveLength(3);
  });

  test('functions make links to it', () => {
    expect(siteUrls(withDomain)).toEqual(new Set(['https://www.lorewright.example']));
    withDomain.hasOutput('SiteUrl', { Value: 'https://www.lorewright.example' });
  });
});

describe("without one, the site answers under the distribution's own name", () => {
  const ownName = {
    'Fn::Join': [
      '',
      ['https://', { 'Fn::GetAtt': [expect.stringMatching(/^DeliveryDistribution/), 'DomainName'] }],
    ],
  };

  test('and has neither certificate nor records', () => {
    expect(resourcesOf(withoutDomain, 'AWS::CertificateManager::Certificate')).toEqual([]);
    expect(resourcesOf(withoutDomain, 'AWS::Route53::RecordSet')).toEqual([]);
    expect(distributionOf(withoutDomain)).not.toHaveProperty('Aliases');
    expect(distributionOf(withoutDomain)).not.toHaveProperty('ViewerCertificate');
  });

  test('functions make links to it, and mail comes from one address', () => {
    expect([...siteUrls(withoutDomain)].length).toBeGreaterThan(0);
    for (const url of siteUrls(withoutDomain)) expect(url).toEqual(ownName);
    expect(withoutDomain.findOutputs('SiteUrl').SiteUrl?.Value).toEqual(ownName);
    withoutDomain.hasResourceProperties('AWS::SES::EmailIdentity', {
      EmailIdentity: stages.local.senderAddress,
    });
  });
});

function siteUrls(template: typeof withDomain): Set<unknown> {
  const urls = resourcesOf(template, 'AWS::Lambda::Function').map(
    ([, { Properties }]) => Properties.Environment?.Variables.SITE_URL,
  );
  return new Set(urls.filter((url) => url !== undefined));
}
