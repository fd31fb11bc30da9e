import type { StageSettings } from '../../lib/stage-settings.ts';
import { stages } from '../../lib/stages.ts';

const domain: NonNullable<StageSettings['domain']> = {
  name: 'lorewright.example',
  hostedZoneId: 'Z123',
};

/** What gets deployed, or might be: each stage on CloudFront's own name and on one of ours, and with everything turned on. */
export const stageMatrix: [name: string, stage: StageSettings][] = [
  ['dev', stages.dev],
  ['dev with a domain', { ...stages.dev, domain }],
  ['prod', stages.prod],
  ['prod with a domain', { ...stages.prod, domain }],
  [
    'prod with all its switches on',
    {
      ...stages.prod,
      domain,
      refusesLeakedPasswords: true,
      isReadOnly: true,
      forcesHttpsOnSubdomains: true,
    },
  ],
];
