// Of the page that the service worker shows without a connection. It has the address of the page that was wanted.
const retry = () => window.location.reload()

document.querySelector('button').addEventListener('click', retry)
window.addEventListener('online', retry)
