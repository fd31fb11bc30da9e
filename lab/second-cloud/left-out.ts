import type { Resource } from '../../scripts/build/keep-template.ts';

/** The types of resources that the second cloud's CloudFormation refuses. A stack is deployed without them. */
const leftOutTypes: Record<string, string> = {
  'AWS::AppSync::Api': 'MiniStack does not know the type. Our fake replaces it.',
  'AWS::AppSync::ChannelNamespace': 'It belongs to the API above.',
  'AWS::CloudFront::KeyGroup': 'MiniStack does not know the type, so links to downloads need no signature.',
  'AWS::CloudFront::MonitoringSubscription': 'MiniStack does not know the type.',
  'AWS::CloudFront::PublicKey': 'MiniStack does not know the type.',
  'AWS::Logs::Delivery': 'MiniStack does not know the type, so there is no access log.',
  'AWS::Logs::DeliveryDestination': 'It belongs to the access log.',
  'AWS::Logs::DeliverySource': 'It belongs to the access log.',
  'AWS::WAFv2::WebACLAssociation': 'MiniStack does not know the type, so no firewall protects the user pool.',
};

/** The parts of templates that `adapt-template.ts` changes for the second cloud, with the reasons. */
export const changedParts = {
  'origin groups':
    'Replaced by their first origin, because MiniStack ignores them. `site-front.ts` asks the second one.',
  'the origin of the API':
    'Its address on this machine, because MiniStack answers 502 for a host of AWS that is not a bucket.',
  'trusted key groups': 'Left out, because their groups are.',
  'denials without TLS':
    'Left out: MiniStack has no TLS, so the policies of the buckets would refuse everything.',
  'the address of the site': 'That of `site-front.ts`, because the domain of the distribution leads nowhere.',
  'the time between two attempts of a queue':
    'Ten seconds, because the specs wait for at most 20 until all events are handled.',
  'prices, taxes and the issuer of licenses':
    'Those of the stage `local`, for which the specs in test/cloud are written.',
} as const;

/** Returns why the second cloud does not get a resource; undefined if it does. */
export function leftOutReason({ Type: type, Properties: properties }: Resource): string | undefined {
  if (type === 'AWS::CloudWatch::Alarm' && properties.Metrics) return 'MiniStack refuses metric math.';
  return leftOutTypes[type];
}
