// Runs before the first paint. The choice is kept as 'true' or 'false'; without one the device decides.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('darkMode')
  } catch {
    stored = null
  }
  var dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'true'
  document.documentElement.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  document.documentElement.classList.toggle('dark', dark)
})()
