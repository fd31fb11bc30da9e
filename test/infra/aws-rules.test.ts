import { describe, expect, it } from 'vitest';
import { region } from '../../lib/stages.ts';
import { siteTemplates } from '../../scripts/build/site-template.ts';
import {
  alarmMetrics,
  countDynamicReferences,
  countStackOutputs,
  dashboardMetrics,
  metricsWithoutData,
  repeatedLayers,
  repeatedNames,
  sumsWithGaps,
  typesWithoutUniqueName,
} from './aws-rules.ts';
import { resolveNames } from './deployed-resources.ts';
import { stageMatrix } from './stage-matrix.ts';

const site = { siteName: 'site', siteFolder: 'dist/web' };
/** 80 percent of what CloudFormation resolves in a template. */
const maxDynamicReferences = 48;
/** 75 have throttled a deployment: https://github.com/aws/aws-cdk/issues/38010 */
const maxStackOutputs = 20;
/** From the next one on, a dashboard costs $3 a month: https://aws.amazon.com/cloudwatch/pricing/ */
const maxFreeMetrics = 50;

describe.each(stageMatrix)('the stacks of %s', (_, settings) => {
  const read = () => siteTemplates({ ...site, settings });
  const readAll = async () => Object.values(await read());
  const readResources = async () => resolveNames(await read()).map(({ resource }) => resource);
  const readDashboard = async () => {
    const dashboards = (await readResources()).filter(({ Type }) => Type === 'AWS::CloudWatch::Dashboard');
    expect(dashboards).toHaveLength(1);
    return dashboardMetrics(dashboards[0]?.Properties.DashboardBody);
  };

  it('give no two resources one name', async () => {
    expect(repeatedNames(await readAll())).toEqual([]);
  });

  it('name only resources whose names are compared', async () => {
    expect(typesWithoutUniqueName(await readAll())).toEqual([]);
  });

  it('watch only metrics that AWS publishes', async () => {
    const metrics = alarmMetrics(await readResources(), region);
    expect(metrics.length).toBeGreaterThan(30);
    expect(metricsWithoutData(metrics, site.siteName)).toEqual([]);
    expect(sumsWithGaps(await readResources())).toEqual([]);
  });

  it('show only metrics that AWS publishes, at no cost', async () => {
    const { named, searched } = await readDashboard();
    expect(metricsWithoutData([...named, ...searched], site.siteName)).toEqual([]);
    expect(named.length).toBeGreaterThan(20);
    expect(named.length).toBeLessThanOrEqual(maxFreeMetrics);
    expect(searched.map(({ namespace }) => namespace)).toEqual(
      expect.arrayContaining(['AWS/Lambda', 'AWS/SQS', 'AWS/DynamoDB', site.siteName]),
    );
  });

  it('refer to few outputs of other stacks by a call', async () => {
    for (const [name, template] of Object.entries(await read()))
      expect(countStackOutputs(template), name).toBeLessThanOrEqual(maxStackOutputs);
  });

  it('contain each layer once', async () => {
    expect(repeatedLayers(await readAll())).toEqual([]);
  });

  it('leave room for dynamic references', async () => {
    for (const [name, template] of Object.entries(await read()))
      expect(countDynamicReferences(template), name).toBeLessThanOrEqual(maxDynamicReferences);
  });
});
