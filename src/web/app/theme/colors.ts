import type { MantineColorsTuple } from '@mantine/core'

/** Color scales of ten shades, from light to dark. */
export const colors = {
  spruce: [
    '#eef6f4',
    '#d9ebe7',
    '#b3d6cf',
    '#86bdb3',
    '#5aa498',
    '#368c80',
    '#1f766b',
    '#125f59',
    '#0d4c48',
    '#083a37',
  ],
  dusk: ['#f0f1fa', '#dfe2f3', '#bfc5e6', '#9aa3d6', '#7a85c8', '#5f6cba', '#4d59a6', '#3f4a8c', '#343d73', '#29305a'],
  ochre: ['#fbf5e6', '#f6e8c6', '#ecd08d', '#e0b653', '#d09b27', '#b27f10', '#8a5f08', '#755006', '#5e4005', '#473003'],
  ember: ['#fdf0ed', '#fadcd6', '#f3b5a9', '#ea8b79', '#df6350', '#cf4834', '#b53a28', '#982f20', '#7b261a', '#5f1d14'],
  gray: ['#f4f7f6', '#ebf0ee', '#dde5e2', '#ccd6d3', '#b1bfba', '#8b9b96', '#586963', '#43524e', '#2c3936', '#1a2422'],
  dark: ['#e3ebe8', '#c3cfcb', '#a0b1ab', '#7d918b', '#2f3e3a', '#24312e', '#1a2523', '#121a19', '#0d1413', '#090e0d'],
} satisfies Record<string, MantineColorsTuple>
