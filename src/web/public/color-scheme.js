// Runs before the first paint. The choice is stored as 'true' or 'false'; without one the device decides.
;(function () {
  var stored = null
  try {
    stored = localStorage.getItem('darkMode')
  } catch {
    stored = null
  }
  var dark = stored === null ? matchMedia('(prefers-color-scheme: dark)').matches : stored === 'true'
  var page = document.documentElement
  var follow = function () {
    page.classList.toggle('dark', page.getAttribute('data-mantine-color-scheme') === 'dark')
  }
  page.setAttribute('data-mantine-color-scheme', dark ? 'dark' : 'light')
  follow()
  // The class `dark` stays in step with whatever sets the scheme later.
  new MutationObserver(follow).observe(page, { attributeFilter: ['data-mantine-color-scheme'] })
})()
