const { readFileSync } = require('node:fs')
const { join } = require('node:path')
const { parse } = require('postcss')

const file = join(__dirname, 'src/web/app/mixins.css')
const definitions = parse(readFileSync(file, 'utf8'), { from: file }).nodes.filter(
  ({ name }) => name === 'define-mixin',
)

/** Ours beside those of the preset, which takes them as functions that put the rules in the place of `@mixin`. */
const mixins = Object.fromEntries(
  definitions.map(({ params, nodes }) => [params, (place) => void place.before(nodes.map((node) => node.clone()))]),
)

module.exports = {
  plugins: {
    'postcss-preset-mantine': { mixins },
    'postcss-simple-vars': {
      variables: {
        'mantine-breakpoint-xs': '36em',
        'mantine-breakpoint-sm': '48em',
        'mantine-breakpoint-md': '62em',
        'mantine-breakpoint-lg': '75em',
        'mantine-breakpoint-xl': '88em',
      },
    },
  },
}
