import { mean } from './mean.ts';

/** The growth of a value per minute: the slope of the regression line. */
export function growthPerMinute<Sample extends { ageSeconds: number }>(
  samples: Sample[],
  figure: (sample: Sample) => number,
): number {
  const minutes = samples.map(({ ageSeconds }) => ageSeconds / 60);
  const values = samples.map(figure);
  const [meanMinute, meanValue] = [mean(minutes), mean(values)];
  const spread = minutes.map((minute) => (minute - meanMinute) ** 2);
  const common = minutes.map((minute, index) => (minute - meanMinute) * ((values[index] ?? 0) - meanValue));
  return mean(common) / mean(spread);
}
