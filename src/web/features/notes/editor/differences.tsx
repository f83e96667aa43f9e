import { Title } from '@mantine/core'
import { compareTexts } from './compare-texts.ts'
import classes from '../notes.module.css'

type Titled = { title: string; content: string }

/**
 * Compares two versions of a note section by section. '+' marks text of this version only, '−' text of the other one
 * only.
 */
export function Differences({ here, there }: { here: readonly Titled[]; there: readonly Titled[] }) {
  return sideBySide(here, there).map((section) => (
    <section key={section.title}>
      <Title order={3}>{section.title}</Title>
      <Difference here={section.here} there={section.there} />
    </section>
  ))
}

/** Renders the differences between the sections before and after a change. */
export function showDifferences(before: readonly Titled[], after: readonly Titled[]) {
  return <Differences here={after} there={before} />
}

function sideBySide(here: readonly Titled[], there: readonly Titled[]) {
  const textIn = (sections: readonly Titled[], title: string) =>
    sections.find((section) => section.title === title)?.content ?? ''
  return [...new Set([...here, ...there].map(({ title }) => title))].map((title) => ({
    title,
    here: textIn(here, title),
    there: textIn(there, title),
  }))
}

function Difference({ here, there }: { here: string; there: string }) {
  if (here === there) return <p className={classes.prose}>{here || 'Empty.'}</p>
  return (
    <div className={classes.difference}>
      {compareTexts(here, there).map(({ text, kind }, at) => {
        const key = `${at} ${kind}`
        if (kind === 'only here') return <ins key={key}>+ {text}</ins>
        if (kind === 'only there') return <del key={key}>− {text}</del>
        return <span key={key}>{text}</span>
      })}
    </div>
  )
}
