import { parseSync, Visitor } from 'vite'

/** Style props of Mantine that features set inline, and React's own `style`. */
const styleProps = new Set(
  'm mt mb ml mr ms me mx my p pt pb pl pr ps pe px py bd bdrs bg c opacity ff fz fw lts ta lh fs tt td w miw maw h mih mah pos top left bottom right inset display flex style'.split(
    ' ',
  ),
)

/** Props of components that take a distance or a size. */
const sizeProps = new Set(
  'gap rowGap columnGap spacing padding verticalSpacing horizontalSpacing height width'.split(' '),
)

export interface InlineStyles {
  /** Style props in JSX. */
  props: number
  /** Lengths in pixels: in CSS, in strings, and as numbers in style and size props. */
  pixels: number
}

/** Counts the inline styles of a source file of src/web. */
export function inlineStyles(path: string, text: string): InlineStyles {
  const counts = { props: 0, pixels: text.match(/(?<![\w.])\d*\.?\d+px\b/g)?.length ?? 0 }
  if (!path.endsWith('.tsx')) return counts
  new Visitor({
    JSXOpeningElement({ name, attributes }) {
      const isElement = name.type === 'JSXIdentifier' && /^[a-z]/.test(name.name)
      for (const attribute of attributes) {
        if (attribute.type !== 'JSXAttribute' || attribute.name.type !== 'JSXIdentifier') continue
        const prop = attribute.name.name
        const isStyle = prop === 'style' || (!isElement && styleProps.has(prop))
        if (isStyle) counts.props += 1
        const value = attribute.value?.type === 'JSXExpressionContainer' ? attribute.value.expression : null
        const isNumber = value?.type === 'Literal' && typeof value.value === 'number' && value.value !== 0
        if (isNumber && !isElement && prop !== 'fw' && prop !== 'lh' && (isStyle || sizeProps.has(prop)))
          counts.pixels += 1
      }
    },
  }).visit(parseSync(path, text).program)
  return counts
}
