import type { VirtualRootRoute, VirtualRouteNode } from '@tanstack/virtual-file-routes'
import type { Rolldown } from 'vite'
import type { PagePreload } from '#server/http/page-preloads.ts'
import { routes } from '../src/web/app/routes.ts'
import { filesOf, pageComponent } from './vite-chunks.ts'

/** Request of the app layout, for the banner of unfinished recordings. Recording pages do not show the banner. */
const frameData = '/api/recordings/unfinished'
const withoutBanner = new Set(['/session/$clientId', '/video-visit/$clientId'])

/** First requests of a page, for pages where the address alone determines them. */
const firstData: Readonly<Record<string, readonly string[]>> = {
  '/': ['/api/work-queue'],
  '/clients/$clientId': ['/api/clients/$clientId'],
  '/notes/$sessionId': ['/api/notes/$sessionId'],
}

/** The text of a note has this font. It loads with the document, so that the text does not move. */
const noteFont = /^source-serif-4-latin-wght-normal.*[.]woff2$/

/** For every page in the frame of the app, lists the scripts, styles and first data that load with the document, not after the app. */
export function pagePreloads(built: readonly Rolldown.OutputChunk[], assets: readonly string[]): PagePreload[] {
  const fonts = assets.filter((file) => noteFont.test(file)).map(linkOfFont)
  return pagesOf(routes).map(({ path, files }) => {
    const needed = files.map((file) => filesOf(built, file.replace('.tsx', pageComponent)))
    return {
      path,
      links: unique([...(path === '/notes/$sessionId' ? fonts : []), ...needed.flatMap(linksOf)]),
      data: ['/api/me', ...(firstData[path] ?? []), ...(withoutBanner.has(path) ? [] : [frameData])],
    }
  })
}

/** Links that load files with a document. */
export function linksOf({ scripts, styles }: { scripts: readonly string[]; styles: readonly string[] }): string[] {
  return [
    ...styles.map((file) => `<link rel="stylesheet" crossorigin href="/${file}">`),
    ...scripts.map((file) => `<link rel="modulepreload" crossorigin href="/${file}">`),
  ]
}

const linkOfFont = (file: string) =>
  `<link rel="preload" as="font" type="font/woff2" crossorigin href="/assets/${file}">`

interface Page {
  path: string
  /** The files of the page and of the layouts around it. */
  files: string[]
  isInFrame: boolean
}

function pagesOf(
  node: VirtualRootRoute | VirtualRouteNode,
  above: Page = { path: '', files: [], isInFrame: false },
): Page[] {
  const page: Page = {
    path: 'path' in node ? above.path + node.path : above.path,
    files: 'file' in node && node.file && node.type !== 'root' ? [...above.files, `/${node.file}`] : above.files,
    isInFrame: above.isInFrame || node.type === 'layout',
  }
  const children = 'children' in node ? (node.children ?? []) : []
  const ownPages = page.isInFrame && node.type !== 'layout' ? [{ ...page, path: page.path || '/' }] : []
  return [...ownPages, ...children.flatMap((child) => pagesOf(child, page))]
}

const unique = (links: readonly string[]) => [...new Set(links)]
