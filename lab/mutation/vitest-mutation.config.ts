import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';
import config from '../../vitest.config.ts';

/** The unit tests of what is mutated, without the long sequences of payments. */
const isChosen = (file: string) =>
  /^(?:contract|lambdas)\//.test(file) ||
  /^test\/(?:account-deletion|free-offer|paid-offer|retention|payments\/payments)\.test\.ts$/.test(file);

const { projects = [], tags = [], ...test } = config.test ?? {};

export default defineConfig({
  ...config,
  test: {
    ...test,
    tags: tags.map((tag) => (tag.name === 'long' ? { ...tag, skip: true } : tag)),
    projects: (projects as TestProjectInlineConfiguration[])
      .filter((project) => ['unit', 'unit-reset'].includes(String(project.test?.name)))
      .map((project) => ({
        ...project,
        test: {
          ...project.test,
          include: project.test?.include?.filter(isChosen) ?? [],
          // Instrumented code is slower, and Stryker has a limit of its own for each mutant.
          testTimeout: 120_000,
        },
      })),
  },
});
