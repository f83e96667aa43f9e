import { Group, Text } from '@mantine/core'

/** Secondary text in the size of body text. */
export const Muted = Text.withProps({ c: 'dimmed' })

/** Small secondary text: an explanation, a time, a count. */
export const Hint = Text.withProps({ size: 'sm', c: 'dimmed' })

/** A hint on its own line in a link or button, which may not contain paragraphs. */
export const HintLine = Text.withProps({ span: true, display: 'block', size: 'sm', c: 'dimmed' })

/** The name of a thing or person. */
export const Strong = Text.withProps({ fw: 600 })

/** A name on its own line in a link or button, which may not contain paragraphs. */
export const StrongLine = Text.withProps({ span: true, display: 'block', fw: 600 })

/** An explanation below a heading. */
export const Lead = Text.withProps({ c: 'dimmed', mt: '3xs' })

/** A small explanation below a heading. */
export const LeadHint = Text.withProps({ size: 'sm', c: 'dimmed', mt: '3xs' })

/** An icon with a word, as small as a hint. */
export const HintGroup = Group.withProps({ gap: '3xs', fz: 'sm', c: 'dimmed' })
