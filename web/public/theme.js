// Runs before the first paint, so that a saved light theme never flashes dark. Same key as src/features/theme/theme.ts.
try {
  if (localStorage.getItem('theme') === 'light') document.documentElement.dataset.theme = 'light';
} catch {
  // Storage is blocked: the default theme stays.
}
