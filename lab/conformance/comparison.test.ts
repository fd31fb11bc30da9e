import { describe, expect, it, vi } from 'vitest';
import { type Comparison, compare, type ExplainedDifference } from './comparison.ts';
import { digestOutcomes } from './digest-outcomes.ts';

type Greet = (name: string) => string;

function comparison(explained: ExplainedDifference[] = []): Comparison<Greet> {
  const started = (service: Greet) => async () => ({ service, stop: async () => {} });
  return {
    other: 'Other 1.0.0',
    install: async () => {},
    startOurs: started((name) => `Hello ${name}`),
    startOther: started((name) => (name === '' ? 'Hello?' : `Hello ${name}`)),
    probes: [
      { name: 'greets a person', run: async (greet) => greet('Ada') },
      { name: 'greets nobody', run: async (greet) => greet('') },
    ],
    explained,
  };
}

const explanation = { right: 'theirs', why: 'A reason.', source: 'https://docs.example/' } as const;
const outcomes = { ours: 'Hello ', theirs: 'Hello?' };
const difference = { probe: 'greets nobody', ...outcomes, digest: digestOutcomes(outcomes) };
const pinned = { 'greets nobody': digestOutcomes(outcomes) };

describe('compare', () => {
  it('reports the probes with different outcomes', async () => {
    expect(await compare(comparison(), () => {})).toEqual({
      other: 'Other 1.0.0',
      probes: 2,
      differences: [difference],
      outdated: [],
    });
  });

  it('adds the explanation of a difference', async () => {
    const explained = { ...explanation, probes: pinned };
    const { differences, outdated } = await compare(comparison([explained]), () => {});
    expect(differences).toEqual([{ ...difference, explanation: explained }]);
    expect(outdated).toEqual([]);
  });

  it.each(['ours', 'theirs'])('does not explain a difference after %s changed', async (changed) => {
    const former = {
      ...explanation,
      probes: { 'greets nobody': digestOutcomes({ ...outcomes, [changed]: '' }) },
    };
    const { differences, outdated } = await compare(comparison([former]), () => {});
    expect(differences).toEqual([{ ...difference, formerExplanation: former }]);
    expect(outdated).toEqual([]);
  });

  it('reads the probes after the installation', async () => {
    const probes = [{ name: 'greets a person', run: async (greet: Greet) => greet('Ada') }];
    const later = { ...comparison(), probes: async () => probes };
    expect(await compare(later, () => {})).toMatchObject({ probes: 1, differences: [] });
  });

  it('reports an explanation without a difference', async () => {
    const explained = { ...explanation, probes: { ...pinned, 'greets a person': '01234567' } };
    expect(await compare(comparison([explained]), () => {})).toMatchObject({ outdated: ['greets a person'] });
  });

  it.each([
    ['the error', new Error('No.'), 'Error: No.'],
    [
      'the name of an error of an SDK',
      Object.assign(new Error('No.'), { name: 'NotFound', $metadata: {} }),
      'NotFound',
    ],
  ])('compares %s when a probe fails in the other implementation', async (_, error, failed) => {
    const failing = {
      ...comparison(),
      startOther: async () => ({
        service: () => {
          throw error;
        },
        stop: async () => {},
      }),
    };
    expect((await compare(failing, () => {})).differences[0]).toMatchObject({
      probe: 'greets a person',
      ours: 'Hello Ada',
      theirs: { failed },
    });
  });

  it('rejects a probe that fails in both', async () => {
    const probe = { name: 'reads a typo', run: () => Promise.reject(new TypeError('No such method.')) };
    await expect(compare({ ...comparison(), probes: [probe] }, () => {})).rejects.toThrow(
      'The probe "reads a typo" failed in our fake: TypeError: No such method.',
    );
  });

  it('rejects an explained difference when the probe fails in our fake', async () => {
    const failing = () => {
      throw new Error('No.');
    };
    const failed = { ours: { failed: 'Error: No.' }, theirs: 'Hello Ada' };
    const explained = { ...explanation, probes: { 'greets a person': digestOutcomes(failed) } };
    const broken = {
      ...comparison([explained]),
      startOurs: async () => ({ service: failing, stop: async () => {} }),
    };
    await expect(compare(broken, () => {})).rejects.toThrow(
      'The probe "greets a person" failed in our fake: Error: No.',
    );
  });

  it.each(['startOurs', 'startOther'] as const)('stops the other service when %s fails', async (failing) => {
    const stop = vi.fn(async () => {});
    const started = async () => ({ service: (name: string) => name, stop });
    const broken = {
      ...comparison(),
      startOurs: started,
      startOther: started,
      [failing]: () => Promise.reject(new Error('The port is in use.')),
    };
    await expect(compare(broken, () => {})).rejects.toThrow('The port is in use.');
    expect(stop).toHaveBeenCalledOnce();
  });
});
