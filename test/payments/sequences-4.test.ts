import { vi } from 'vitest';
import { testSequences } from './play-sequences.ts';

vi.mock('../../lambdas/platform/count.ts');

testSequences(4);
