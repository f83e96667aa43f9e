import { createTheme } from '@mantine/core'
import { filterOptions } from '#web/ui/form/filter-options.ts'
import { colors } from './colors.ts'

const sans = '"Hanken Grotesk Variable", ui-sans-serif, system-ui, sans-serif'
const serif = '"Source Serif 4 Variable", ui-serif, Georgia, serif'

/**
 * Spacing, colors, type and radii of the product. Components are configured by name, so that the theme imports none.
 */
export const theme = createTheme({
  fontFamily: sans,
  headings: {
    fontFamily: serif,
    fontWeight: '560',
    sizes: {
      h1: { fontSize: '28px', lineHeight: '1.2' },
      h2: { fontSize: '19px', lineHeight: '1.3' },
      h3: { fontSize: '16px', lineHeight: '1.4' },
    },
  },
  fontSizes: { xs: '13px', sm: '14px', md: '15px', lg: '17px', xl: '20px' },
  // Text of all sizes has the line height of body text.
  lineHeights: { xs: '1.55', sm: '1.55', md: '1.55', lg: '1.55', xl: '1.55' },
  // The distances of all layouts. xs to lg are Mantine's defaults, because Mantine's components use them.
  spacing: {
    '4xs': '2px',
    '3xs': '4px',
    '2xs': '8px',
    xs: '10px',
    sm: '12px',
    md: '16px',
    lg: '20px',
    xl: '24px',
    '2xl': '32px',
    '3xl': '48px',
  },
  black: '#16211f',
  primaryColor: 'spruce',
  primaryShade: { light: 7, dark: 6 },
  defaultRadius: 'md',
  radius: { xs: '3px', sm: '5px', md: '7px', lg: '10px', xl: '14px' },
  shadows: {
    sm: '0 1px 2px rgb(18 42 38 / 6%)',
    md: '0 4px 16px rgb(18 42 38 / 10%)',
    lg: '0 12px 36px rgb(18 42 38 / 16%)',
  },
  cursorType: 'pointer',
  respectReducedMotion: true,
  colors,
  components: {
    Button: { defaultProps: { size: 'sm' }, styles: { label: { fontWeight: 600 } } },
    Card: { defaultProps: { withBorder: true, padding: 'lg' } },
    // By default, a list of options is first placed at the middle of its field. On phones this widens the page and a
    // dialog on it, so that the list keeps moving.
    Combobox: { defaultProps: { position: 'bottom-start' } },
    Select: { defaultProps: { filter: filterOptions } },
    Menu: { defaultProps: { withInitialFocusPlaceholder: false, shadow: 'md' } },
    ModalHeader: { defaultProps: { component: 'div' } },
    DrawerHeader: { defaultProps: { component: 'div' } },
    Modal: {
      defaultProps: {
        closeButtonProps: { 'aria-label': 'Close' },
        centered: true,
        radius: 'lg',
        overlayProps: { backgroundOpacity: 0.4 },
      },
      styles: {
        title: { fontFamily: serif, fontSize: '19px', fontWeight: 560, overflowWrap: 'anywhere' },
        body: { overflowWrap: 'break-word' },
      },
    },
    Badge: {
      defaultProps: { variant: 'light', radius: 'sm', size: 'lg' },
      styles: {
        root: {
          flexShrink: 0,
          minWidth: 'max-content',
          '--badge-fz': '13px',
          '--badge-height': '24px',
          '--badge-padding-x': '8px',
        },
        label: { textTransform: 'none', fontWeight: 600, letterSpacing: 0 },
      },
    },
    // Text is never smaller than 13 px.
    InputWrapper: { styles: { description: { fontSize: '13px' } } },
    Switch: { styles: { description: { fontSize: '13px' } } },
    Checkbox: { styles: { description: { fontSize: '13px' } } },
    Table: { defaultProps: { verticalSpacing: 'xs', horizontalSpacing: 'md', highlightOnHover: true } },
    Tooltip: { defaultProps: { openDelay: 300 } },
  },
})
