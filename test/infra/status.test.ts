import { expect, it, test } from 'vitest';
import { readAlarmDescription } from '../../contract/rules/alarm-description.ts';
import { quietMinutes, statusComponents } from '../../contract/rules/status-rules.ts';
import { stages } from '../../lib/stages.ts';
import { matchEventPattern } from '../../local/fakes/eventbridge/match-event-pattern.ts';
import { stageMatrix } from './stage-matrix.ts';
import { resourcesOf, synthesize } from './synthesize.ts';

const alarmsOf = async (stage: Parameters<typeof synthesize>[0]) =>
  resourcesOf(await synthesize(stage), 'AWS::CloudWatch::Alarm').map(([, { Properties }]) => Properties);
const componentsOf = ({ AlarmDescription }: { AlarmDescription: string }) =>
  readAlarmDescription(AlarmDescription).components;

test.each(stageMatrix)('each component of the status page has an alarm on %s', async (_, stage) => {
  const named = new Set((await alarmsOf(stage)).flatMap(componentsOf));
  expect(statusComponents.filter((component) => !named.has(component))).toEqual([]);
});

it('shows no alarm that would say OK after its data ended, because it keeps its state without data', async () => {
  const shown = (await alarmsOf(stages.dev)).filter((alarm) => componentsOf(alarm).length > 0);
  expect(shown.map(({ TreatMissingData }) => TreatMissingData)).not.toContain('ignore');
});

it('has a quiet time longer than alarms need to find a problem again, except hourly ones', async () => {
  const seconds = (await alarmsOf(stages.dev))
    .filter((alarm) => componentsOf(alarm).length > 0)
    .map(({ Period, Metrics, EvaluationPeriods }) => {
      const period: number =
        Period ?? Metrics.find((part: { MetricStat?: object }) => part.MetricStat).MetricStat.Period;
      return period * EvaluationPeriods;
    });
  expect(Math.max(...seconds.filter((each) => each < 3600))).toBeLessThan(quietMinutes * 60);
});

test('changes of the alarms of this stage run publishStatus through its queue, and a schedule that read-only does not pause', async () => {
  for (const isReadOnly of [false, true]) {
    const site = await synthesize({ ...stages.dev, isReadOnly });
    const rules = resourcesOf(site, 'AWS::Events::Rule')
      .map(([, { Properties }]) => Properties)
      .filter(({ Targets }) => JSON.stringify(Targets).includes('EventspublishStatusQueue'));
    expect(
      rules.map(({ ScheduleExpression, State, EventBusName }) => [ScheduleExpression, State, EventBusName]),
    ).toEqual([
      [undefined, 'ENABLED', undefined],
      ['rate(5 minutes)', 'ENABLED', undefined],
    ]);
    const changeOf = (alarmName: string, source = 'aws.cloudwatch') => ({
      source,
      'detail-type': 'CloudWatch Alarm State Change',
      detail: { alarmName, state: { value: 'ALARM' } },
    });
    const matches = (event: ReturnType<typeof changeOf>) =>
      matchEventPattern(rules[0]?.EventPattern, event as never);
    expect(matches(changeOf('site-ApiErrors'))).toBe(true);
    expect(matches(changeOf('site2-ApiErrors'))).toBe(false);
    expect(matches(changeOf('site-ApiErrors', 'lorewright'))).toBe(false);
  }
});
