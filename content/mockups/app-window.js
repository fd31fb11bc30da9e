// Adds what every screen has: the title bar and the rail of workspaces. A classic script, because file URLs cannot load modules.
const workspaces = [
  ['map', 'Map', '<path d="M3 6.5 9 4l6 2.5L21 4v13.5L15 20l-6-2.5L3 20zM9 4v13.5M15 6.5V20"/>'],
  [
    'timelines',
    'Timelines',
    '<path d="M3 3v18"/><rect x="6" y="4" width="9" height="4" rx="1.5"/><rect x="10" y="10" width="11" height="4" rx="1.5"/><rect x="7" y="16" width="6" height="4" rx="1.5"/>',
  ],
  [
    'editor',
    'Editor',
    '<path d="M20.5 3.5C12 4 7.5 9 6 17.5c6-.5 9-2.5 10-6h-3l4.5-2.500c1.5-1.5 2.5-3.5 3-5.500zM6 17.5 4 21"/>',
  ],
  [
    'calendar',
    'Calendar',
    '<rect x="3.5" y="5" width="17" height="15.5" rx="2"/><path d="M3.5 9.500h17M8 3v4M16 3v4"/><path d="M13.5 12.200a3.2 3.2 0 1 0 1.5 5 2.6 2.6 0 0 1-1.5-5z"/>',
  ],
  [
    'network',
    'Network',
    '<circle cx="6" cy="6.5" r="2.7"/><circle cx="18" cy="8.5" r="2.7"/><circle cx="10" cy="18" r="2.7"/><path d="m8.7 7 6.6 1M7 9l2 6.300M16 10.400l-4.3 5.5"/>',
  ],
];
const icon = (paths) => `<svg class="icon" viewBox="0 0 24 24">${paths}</svg>`;
const here = document.body.dataset.workspace;
document.body.insertAdjacentHTML(
  'afterbegin',
  `<header class="title-bar">
    <div class="mark"><svg viewBox="0 0 34 34" fill="currentColor"><path d="M17 1l3.2 12.800L33 17l-12.8 3.200L17 33l-3.2-12.800L1 17l12.8-3.200z"/></svg></div>
    <div class="project">The Light on the Isle of Wrens</div>
    <div class="kept">Saved on this computer</div>
    <div class="find">${icon('<circle cx="10.5" cy="10.5" r="6.5"/><path d="m15.5 15.5 5 5"/>')}Find an entry <kbd>Ctrl K</kbd></div>
    <div class="window-buttons">${icon('<path d="M5 12h14"/>')}${icon('<rect x="5.5" y="5.5" width="13" height="13" rx="1.5"/>')}${icon('<path d="m6 6 12 12M18 6 6 18"/>')}</div>
  </header>
  <nav class="rail">${workspaces
    .map(([id, name, paths]) => `<span${id === here ? ' class="here"' : ''}>${icon(paths)}${name}</span>`)
    .join(
      '',
    )}<span class="last">${icon('<path d="M4 7h9M17 7h3M4 17h3M11 17h9"/><circle cx="15" cy="7" r="2"/><circle cx="9" cy="17" r="2"/>')}Settings</span></nav>`,
);
