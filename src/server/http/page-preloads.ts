/** The links and data in the document of a page, so that scripts and data load with the document. */
export interface PagePreload {
  /** Pattern of the page's path, e.g. `/clients/$clientId`. */
  path: string
  /** Link elements in HTML. */
  links: readonly string[]
  /** Addresses of the API that the page requests first. `$clientId` stands for that part of the page's address. */
  data: readonly string[]
}

export interface AppDocument {
  html: string
  data: readonly string[]
}

/** Returns the document of the app with the links of the page at a path, and the addresses of its first data. */
export function pagesWithPreloads(
  app: string,
  preloads: readonly PagePreload[],
): (path: string) => AppDocument | undefined {
  const [start = '', end = ''] = app.split('</head>')
  const pages = preloads.map(({ path, links, data }) => ({
    // Accepts only ids, because they become part of addresses of the API.
    pattern: new RegExp(`^${path.replaceAll(/\$(\w+)/g, String.raw`(?<$1>[\w-]+)`)}/?$`),
    html: `${start}${links.filter((link) => !app.includes(link.replace(/.*href=/, ''))).join('')}</head>${end}`,
    data,
  }))
  return (path) => {
    for (const { pattern, html, data } of pages) {
      const found = pattern.exec(path)
      if (!found) continue
      const fillAddress = (address: string) =>
        address.replaceAll(/\$(\w+)/g, (placeholder, name: string) => found.groups?.[name] ?? placeholder)
      return { html, data: data.map(fillAddress) }
    }
    return undefined
  }
}
