declare global {
  interface Window {
    findAll?: typeof findAll
  }
}

/** An element by its role and accessible name, exact or by pattern. */
export interface Target {
  role: string
  name?: string | RegExp
  /** The element that contains the target. */
  inside?: Target
}

/** A target in the form that is sent to the page. */
export interface PageTarget {
  role: string
  name: string | null
  pattern: string | null
  inside: PageTarget | null
}

export function toPage({ role, name, inside }: Target): PageTarget {
  return {
    role,
    name: typeof name === 'string' ? name : null,
    pattern: name instanceof RegExp ? name.source : null,
    inside: inside ? toPage(inside) : null,
  }
}

// The functions below run in the page.

/**
 * All visible and usable elements that match. Knows only the elements and names of this product, to be fast: it runs
 * ten times a second.
 */
function findAll({ role, name, pattern, inside }: PageTarget): HTMLElement[] {
  const elements: Record<string, string> = {
    article: 'article',
    button: 'button',
    dialog: 'dialog',
    figure: 'figure',
    heading: 'h1, h2, h3',
    link: 'a[href]',
    region: 'section',
    status: 'output',
    textbox: 'input, textarea',
  }
  const selector = [`[role="${role}"]`, elements[role]].filter(Boolean).join(', ')
  const textOf = (element: Element | null) => element?.textContent.replaceAll(/\s+/gu, ' ').trim() ?? ''
  const nameOf = (element: HTMLElement) => {
    const labelled = element.getAttribute('aria-labelledby')?.split(' ') ?? []
    const labels = element instanceof HTMLInputElement ? [...(element.labels ?? [])] : []
    return (
      labelled.map((id) => textOf(document.getElementById(id))).join(' ') ||
      element.getAttribute('aria-label') ||
      labels.map(textOf).join(' ').replace(/ \*$/u, '') ||
      textOf(element)
    )
  }
  const fits = (found: string) =>
    pattern === null ? name === null || found === name : new RegExp(pattern, 'u').test(found)
  return (inside ? findAll(inside) : [document.body])
    .flatMap((root) => [...root.querySelectorAll<HTMLElement>(selector)])
    .filter((element) => element.checkVisibility() && !element.matches(':disabled, [data-disabled]'))
    .filter((element) => fits(nameOf(element)))
}

export function hasFinder(): boolean {
  return window.findAll !== undefined
}

/** The texts of all matching elements. */
export function textsOf(target: PageTarget): string[] {
  return (window.findAll?.(target) ?? []).map(({ innerText }) => innerText)
}

/** The first matching element. */
export function firstOf(target: PageTarget): HTMLElement {
  const first = window.findAll?.(target)[0]
  if (!first) throw new Error(`the page has no ${target.role} ${target.name ?? target.pattern}`)
  return first
}

/** Defines in the page what the other functions need. */
export const finderScript = `window.findAll = ${findAll.toString()}`
