// Runs before the first paint, so that a stored dark theme never flashes light.
;(() => {
  let stored = null
  try {
    stored = localStorage.getItem('toolgate.theme')
  } catch {
    // If storage is turned off in the browser, the system's theme applies.
  }
  const dark = stored ? stored === 'dark' : matchMedia('(prefers-color-scheme: dark)').matches
  document.documentElement.dataset.theme = dark ? 'dark' : 'light'
})()
