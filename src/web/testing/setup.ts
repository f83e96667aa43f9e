import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'

// Some requests are retried after two seconds.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? 'not found') })

// jsdom has no layout, and so lacks these. Animations are off, as in the browser tests.
window.matchMedia = (media) =>
  Object.assign(new EventTarget(), {
    matches: media.includes('prefers-reduced-motion'),
    media,
    onchange: null,
    addListener: () => undefined,
    removeListener: () => undefined,
  })
window.scrollTo = () => undefined
Element.prototype.scrollIntoView = () => undefined
window.ResizeObserver ??= class {
  observe(): void {}
  unobserve(): void {}
  disconnect(): void {}
}
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
HTMLCanvasElement.prototype.getContext = () => null
