/** A table whose head is ruled off from the rows. */
const ruledTable = {
  '--table-border-color': 'var(--app-line)',
  '& th': {
    'border-block': '1px solid var(--app-line)',
    background: 'var(--app-canvas)',
    color: 'var(--mantine-color-dimmed)',
    'font-size': '13px',
    'font-weight': '600',
  },
}

/** In a table on a narrow window: each row is a card, and the head is there for those who do not see it only. */
const stackedRows = {
  '&, & tbody': { display: 'block' },
  '& thead': {
    position: 'absolute',
    width: '1px',
    height: '1px',
    overflow: 'hidden',
    'clip-path': 'inset(50%)',
  },
  '& tr': { display: 'grid', 'border-top': '1px solid var(--app-line)' },
  '& td': { display: 'block', padding: '0', border: '0', 'text-align': 'start' },
}

/** A link of a navigation beside the page; `data-status` tells which page is open. */
const pageLink = {
  display: 'flex',
  gap: '12px',
  'align-items': 'center',
  padding: '8px 10px',
  'border-radius': '7px',
  color: 'var(--mantine-color-dimmed)',
  'font-weight': '500',
  'text-decoration': 'none',
  '@mixin hover': { background: 'color-mix(in srgb, var(--app-accent-soft) 55%, transparent)' },
  "&[data-status='active']": {
    background: 'var(--app-accent-soft)',
    color: 'var(--app-accent-text)',
    'font-weight': '600',
  },
}

module.exports = {
  plugins: {
    'postcss-preset-mantine': {
      mixins: { 'ruled-table': ruledTable, 'stacked-rows': stackedRows, 'page-link': pageLink },
    },
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
