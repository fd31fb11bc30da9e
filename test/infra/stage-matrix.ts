import type { StageSettings } from '../../lib/stage-settings.ts';
import { stages } from '../../lib/stages.ts';

const domain: NonNullable<StageSettings['domain']> = {
  name: 'lorewright.example',
  hostedZoneId: 'Z123',
};

export const allOn: [name: string, stage: StageSettings] = [
  'prod with all its switches on',
  {
    ...stages.prod,
    domain,
    refusesLeakedPasswords: true,
    isReadOnly: true,
    forcesHttpsOnSubdomains: true,
    referralStorage: 'ask',
  },
];

/** The stages with CloudFront's domain name and with ours, and prod with every option enabled. */
export const stageMatrix: [name: string, stage: StageSettings][] = [
  ['dev', stages.dev],
  ['dev with a domain', { ...stages.dev, domain }],
  ['prod', stages.prod],
  ['prod with a domain', { ...stages.prod, domain }],
  allOn,
];
