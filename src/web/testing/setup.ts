import '@testing-library/jest-dom/vitest'
import { configure } from '@testing-library/react'
import { afterEach, expect, vi } from 'vitest'
import { closePage, server } from './open-page.tsx'

// A worker loads modules only once, but runs this file before each test file. So hooks must be here.
vi.stubGlobal('fetch', server.fetch)
const errors: unknown[] = []
vi.spyOn(console, 'error').mockImplementation((...error) => errors.push(error))

afterEach(() => {
  closePage()
  const faults = [...server.faults, ...errors.splice(0)]
  server.reset()
  // oxlint-disable-next-line vitest/no-standalone-expect -- fails the test that caused the faults
  expect(faults).toEqual([])
})

// Some requests are retried only after two seconds.
configure({ asyncUtilTimeout: 10_000, getElementError: (message) => new Error(message ?? 'not found') })

// jsdom computes no layout and lacks these functions. Animations are off, as in the browser tests.
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
// All observed elements count as visible.
window.IntersectionObserver ??= class implements IntersectionObserver {
  readonly root = null
  readonly rootMargin = ''
  readonly scrollMargin = ''
  readonly thresholds = []
  readonly #report: IntersectionObserverCallback
  constructor(report: IntersectionObserverCallback) {
    this.#report = report
  }
  observe(target: Element): void {
    const place = target.getBoundingClientRect()
    const entry = { target, boundingClientRect: place, intersectionRect: place, rootBounds: null }
    this.#report([{ ...entry, isIntersecting: true, intersectionRatio: 1, time: 0 }], this)
  }
  unobserve(): void {}
  disconnect(): void {}
  takeRecords(): IntersectionObserverEntry[] {
    return []
  }
}
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() })
HTMLCanvasElement.prototype.getContext = () => null
HTMLMediaElement.prototype.pause = () => undefined
// Mantine hides lists and menus whose element is outside of the window.
Element.prototype.getBoundingClientRect = () => new DOMRect(10, 10, 100, 20)
for (const [name, value] of [
  ['clientWidth', 1280],
  ['clientHeight', 800],
] as const) {
  Object.defineProperty(document.documentElement, name, { value, configurable: true })
}
