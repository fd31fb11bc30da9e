import { describe, expect, it } from 'vitest';
import { resourceFilePattern, resourceFiles, structureFile } from './resource-files.ts';

describe('structureFile', () => {
  it('gives each story structure its own file, which a request may name', () => {
    const files = ['braided-narrative', 'coming-of-age'].map(structureFile);
    for (const file of files) expect(file).toMatch(resourceFilePattern);
    expect(new Set(files).size).toBe(2);
  });
});

describe('resourceFilePattern', () => {
  it.each(Object.values(resourceFiles))('accepts %s', (file) => {
    expect(file).toMatch(resourceFilePattern);
  });

  it.each([
    '../secret.json',
    'story-structures/../secret.json',
    '/secret.json',
    'other/secret.json',
    'project.json/secret',
    '',
  ])('refuses "%s"', (file) => {
    expect(file).not.toMatch(resourceFilePattern);
  });
});
