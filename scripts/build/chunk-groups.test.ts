import { describe, expect, it } from 'vitest';
import { groupModules, type ModuleGraph } from './chunk-groups.ts';

const routes = 'web/src/routes';
const components = 'web/src/components';

interface Module {
  imports?: string[];
  dynamicImports?: string[];
  styleBytes?: number;
}

const empty = { imports: [], dynamicImports: [], styleBytes: 0 };

/** A site of seven pages, in which each group and each folder has a module. */
function graph(changes: Record<string, Module> = {}): ModuleGraph {
  const most = { imports: [`${components}/header.tsx`] };
  const modules: Record<string, Module> = {
    'web/index.html': {
      imports: ['web/src/main.tsx'],
      dynamicImports: ['home', 'about', 'faq', 'privacy', 'terms', 'account', 'contact'].map(
        (name) => `${routes}/${name}.tsx`,
      ),
    },
    'web/src/main.tsx': { imports: ['node_modules/react/index.js'] },
    'node_modules/react/index.js': {},
    [`${routes}/home.tsx`]: { imports: [`${components}/lead.tsx`, `${routes}/home.module.css`] },
    [`${routes}/home.module.css`]: { styleBytes: 9000 },
    [`${routes}/about.tsx`]: {
      imports: [`${components}/header.tsx`, `${components}/lead.tsx`, `${routes}/about.module.css`],
    },
    [`${routes}/about.module.css`]: { styleBytes: 300 },
    [`${routes}/faq.tsx`]: { imports: [`${components}/header.tsx`, `${routes}/faq.module.css`] },
    [`${routes}/faq.module.css`]: { styleBytes: 5000 },
    [`${routes}/privacy.tsx`]: {
      imports: [`${components}/header.tsx`, 'web/src/components/text/prose.module.css'],
    },
    [`${routes}/terms.tsx`]: { imports: ['web/src/components/text/prose.module.css'] },
    'web/src/components/text/prose.module.css': { styleBytes: 400 },
    [`${routes}/account.tsx`]: { ...most, dynamicImports: ['web/src/features/account/panel.tsx'] },
    [`${routes}/contact.tsx`]: { imports: [`${components}/prompt.tsx`, `${components}/header.tsx`] },
    'web/src/features/account/panel.tsx': {
      imports: ['web/src/features/account/panel.module.css', 'web/src/lib/call-api.ts'],
    },
    'web/src/features/account/panel.module.css': { styleBytes: 700 },
    [`${components}/lead.tsx`]: {},
    [`${components}/header.tsx`]: { imports: [`${components}/header.module.css`] },
    [`${components}/header.module.css`]: { styleBytes: 800 },
    [`${components}/prompt.tsx`]: { imports: [`${components}/prompt.module.css`, 'web/src/lib/call-api.ts'] },
    [`${components}/prompt.module.css`]: { styleBytes: 200 },
    'web/src/lib/call-api.ts': { imports: ['contract/operations/site-routes.ts'] },
    'contract/operations/site-routes.ts': {},
    'contract/records/groups.ts': {},
    'contract/rules/brand.ts': {},
    ...changes,
  };
  return new Map(Object.entries(modules).map(([id, module]) => [id, { ...empty, ...module }]));
}

const groupOf = (id: string, changes?: Record<string, Module>) => groupModules(graph(changes)).get(id);

describe('groupModules', () => {
  it.each([
    ['site', 'node_modules/react/index.js', 'what the entry imports'],
    ['site', `${components}/lead.tsx`, 'what the home page has in common with another page'],
    ['content', `${components}/header.module.css`, 'what most pages show'],
    ['shared', 'web/src/components/text/prose.module.css', 'what few pages show'],
    ['small', `${routes}/about.module.css`, 'the few styles of one page'],
    ['calls', 'contract/operations/site-routes.ts', 'what a page and a panel need to call the server'],
    [undefined, `${routes}/faq.module.css`, 'the many styles of one page'],
    [undefined, `${routes}/home.module.css`, 'what only the home page shows'],
    [undefined, 'web/src/features/account/panel.module.css', 'the styles of a panel that is loaded later'],
    [undefined, `${routes}/about.tsx`, 'the code of a page'],
  ])('gives the group %s to %s: %s', (group: string | undefined, id: string, _meaning: string) => {
    expect(groupOf(id)).toBe(group);
  });

  it('keeps a component that calls the server away from pages that do not, but not its styles', () => {
    const changes = {
      [`${routes}/terms.tsx`]: {
        imports: ['web/src/components/text/prose.module.css', `${components}/prompt.tsx`],
      },
    };
    expect(groupOf(`${components}/prompt.tsx`, changes)).toBe('calls');
    expect(groupOf(`${components}/prompt.module.css`, changes)).toBe('content');
  });

  it('leaves code that only panels share out of the files of pages', () => {
    const panels = ['account', 'preferences'].map((name) => `web/src/features/${name}/${name}-panel.tsx`);
    const changes = {
      [`${routes}/account.tsx`]: { imports: [`${components}/header.tsx`], dynamicImports: panels },
      ...Object.fromEntries(panels.map((panel) => [panel, { imports: ['web/src/lib/use-user.ts'] }])),
      'web/src/lib/use-user.ts': { imports: ['web/src/lib/call-api.ts'] },
    };
    expect(groupOf('web/src/lib/use-user.ts', changes)).toBeUndefined();
    expect(groupOf('web/src/lib/call-api.ts', changes)).toBe('calls');
  });

  it('fails when a group has no module', () => {
    const changes = {
      [`${routes}/about.module.css`]: { styleBytes: 3000 },
      [`${components}/prompt.module.css`]: { styleBytes: 3000 },
    };
    expect(() => groupModules(graph(changes))).toThrow('No module belongs to the chunk group "small"');
  });

  it('fails when a folder that it names has no module', () => {
    const moved = new Map([...graph()].filter(([id]) => !id.startsWith('web/src/lib/')));
    expect(() => groupModules(moved)).toThrow('The site has no modules in web/src/lib/. Correct the paths');
  });
});
