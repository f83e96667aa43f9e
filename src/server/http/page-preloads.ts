/** Links that the document of a page contains, so that scripts and data load at once. */
export interface PagePreload {
  /** `/clients/$clientId` */
  path: string
  /** HTML. `$clientId` stands for that part of the address. */
  links: readonly string[]
}

/** Returns the document of the app with the links of the page at a path. */
export function pagesWithPreloads(app: string, preloads: readonly PagePreload[]): (path: string) => string {
  const [start = '', end = ''] = app.split('</head>')
  const pages = preloads.map(({ path, links }) => ({
    // Ids only: the address becomes part of the document.
    pattern: new RegExp(`^${path.replaceAll(/\$(\w+)/g, String.raw`(?<$1>[\w-]+)`)}/?$`),
    html: `${start}${links.filter((link) => !app.includes(link.replace(/.*href=/, ''))).join('')}</head>${end}`,
  }))
  return (path) => {
    for (const { pattern, html } of pages) {
      const found = pattern.exec(path)
      if (found) return html.replaceAll(/\$(\w+)/g, (placeholder, name: string) => found.groups?.[name] ?? placeholder)
    }
    return app
  }
}
