import type { HtmlTagDescriptor, Plugin } from 'vite'

/**
 * Tells the browser about the interface font with the page itself, so that text does not jump when the style sheet has
 * been read.
 */
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
