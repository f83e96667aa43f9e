import type { HtmlTagDescriptor, Plugin } from 'vite'

/** Preloads the interface font with the page, so that text does not shift when the style sheet has loaded. */
export function preloadFont(): Plugin {
  return {
    name: 'attend:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler(_html, { bundle }) {
        const fonts = Object.keys(bundle ?? {}).filter((file) =>
          /hanken-grotesk-latin-wght-normal.*\.woff2$/.test(file),
        )
        return fonts.map((file): HtmlTagDescriptor => ({
          tag: 'link',
          attrs: { rel: 'preload', as: 'font', type: 'font/woff2', crossorigin: true, href: `/${file}` },
          injectTo: 'head',
        }))
      },
    },
  }
}
