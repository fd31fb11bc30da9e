/** An invented advisory for tests: https://docs.oasis-open.org/csaf/csaf/v2.0/os/csaf-v2.0-os.html#4-profiles */
export const sampleAdvisory = {
  document: {
    category: 'csaf_security_advisory',
    csaf_version: '2.0',
    title: 'A map file can run a program',
    lang: 'en-US',
    distribution: { tlp: { label: 'WHITE' } },
    publisher: { category: 'vendor', name: 'Lorewright', namespace: 'https://lorewright.example' },
    notes: [
      { category: 'summary', text: 'Opening a map from somebody else could run a program. Update to 1.4.1.' },
    ],
    references: [
      {
        category: 'self',
        summary: 'This advisory',
        url: 'https://lorewright.example/csaf/2026/lw-2026-001.json',
      },
    ],
    tracking: {
      id: 'LW-2026-001',
      status: 'final',
      version: '2',
      initial_release_date: '2026-11-02T09:00:00Z',
      current_release_date: '2026-11-03T09:00:00Z',
      revision_history: [
        { number: '1', date: '2026-11-02T09:00:00Z', summary: 'First version.' },
        { number: '2', date: '2026-11-03T09:00:00Z', summary: 'Names the fixed version.' },
      ],
    },
  },
  product_tree: {
    branches: [
      {
        category: 'vendor',
        name: 'Lorewright',
        branches: [
          {
            category: 'product_name',
            name: 'Lorewright',
            branches: [
              {
                category: 'product_version_range',
                name: 'vers:semver/<1.4.1',
                product: { product_id: 'before-1.4.1', name: 'Lorewright before 1.4.1' },
              },
              {
                category: 'product_version',
                name: '1.4.1',
                product: { product_id: '1.4.1', name: 'Lorewright 1.4.1' },
              },
            ],
          },
        ],
      },
    ],
  },
  vulnerabilities: [
    {
      notes: [{ category: 'description', text: 'A link in a map was passed to the shell.' }],
      product_status: { known_affected: ['before-1.4.1'], fixed: ['1.4.1'] },
      remediations: [{ category: 'vendor_fix', details: 'Update to 1.4.1.', product_ids: ['before-1.4.1'] }],
    },
  ],
};
