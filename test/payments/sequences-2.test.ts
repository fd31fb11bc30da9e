import { vi } from 'vitest';
import { testSequences } from './play-sequences.ts';

vi.mock('../../lambdas/platform/record-metric.ts');

testSequences(2);
