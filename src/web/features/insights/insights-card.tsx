import { Alert, Button, Card, Text, Title } from '@mantine/core'
import { type ReactNode, useId } from 'react'
import type { Insights, SessionInsights } from '#shared/contract/insights.ts'
import type { Statement } from '#shared/contract/notes.ts'
import type { OtherLanguage } from '#shared/contract/transcripts.ts'
import { useKeptFocus } from '#web/ui/browser/use-kept-focus.ts'
import { FormError } from '#web/ui/form/form-error.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { sessionLanguage } from '#web/ui/format/session-language.ts'
import { Lead, LeadHint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { fields } from './fields.ts'
import { useInsights } from './use-insights.ts'
import classes from './insights.module.css'

export type InsightsCardProps = {
  sessionId: string
  language: OtherLanguage | null
  /** Renders sentences with their evidence, as in the note. */
  sentences: (title: string, statements: Statement[]) => ReactNode
}

/** The insights of a session, or a button that analyzes it. Hidden for users who may not analyze. */
export default function InsightsCard({ language, ...props }: InsightsCardProps) {
  const titleId = useId()
  if (language?.isPartly !== false) return <CheckedInsights {...props} />
  return (
    <Card component="section" aria-labelledby={titleId} className={classes.card}>
      <Title order={2} id={titleId}>
        Session insights
      </Title>
      <Text mt="3xs">Not checked. {sessionLanguage(language)}</Text>
    </Card>
  )
}

function CheckedInsights({ sessionId, sentences }: Omit<InsightsCardProps, 'language'>) {
  const titleId = useId()
  const { found, analyze, isAsking, refusal } = useInsights(sessionId)
  const keptFocus = useKeptFocus()
  const { data } = found
  if (data?.state === 'none' && !data.canAnalyze) return null
  return (
    <Card component="section" aria-labelledby={titleId} className={classes.card} tabIndex={-1} {...keptFocus}>
      <Title order={2} id={titleId}>
        Session insights
      </Title>
      {data ? (
        <InsightsState data={data} isAsking={isAsking} onAnalyze={analyze} sentences={sentences} />
      ) : found.error ? (
        <LoadFailure error={found.error} fallback="Failed to load insights" onRetry={() => void found.refetch()} />
      ) : (
        <Lines label="Loading insights" />
      )}
      <FormError message={refusal} />
    </Card>
  )
}

type InsightsStateProps = Pick<InsightsCardProps, 'sentences'> & {
  data: SessionInsights
  isAsking: boolean
  onAnalyze: () => void
}

function InsightsState({ data, isAsking, onAnalyze, sentences }: InsightsStateProps) {
  const { state } = data
  if (state === 'analyzing') return <Lines label="Analyzing the session…" isShown />
  const button = (words: string) =>
    data.canAnalyze && (
      <Button variant="default" loading={isAsking} onClick={onAnalyze}>
        {words}
      </Button>
    )
  if (state === 'none') {
    return (
      <>
        <Lead mb="md">
          Themes, mood, techniques, follow-up and concerns of this session, each with the words it is based on.
        </Lead>
        <div>{button('Analyze Session')}</div>
      </>
    )
  }
  if (state === 'failed') {
    return (
      <Alert role="alert" color="ember" mt="md">
        {data.error ?? 'An unknown error occurred'}
        <div className={classes.again}>{button('Try Again')}</div>
      </Alert>
    )
  }
  return (
    <>
      <LeadHint>{origins[data.analyst]} For orientation only, not a diagnosis.</LeadHint>
      {data.isBehindTranscript && (
        <Alert color="dusk" mt="md">
          The transcript has been corrected since this analysis.
          {data.canAnalyze && <div className={classes.again}>{button('Analyze Again')}</div>}
        </Alert>
      )}
      <Found insights={data.insights} sentences={sentences} />
    </>
  )
}

const origins: Readonly<Record<SessionInsights['analyst'], string>> = {
  extractive: 'Found without a language model: passages selected by keyword.',
  'language-model': 'Found by a language model. Check each sentence against its quotes.',
  none: '',
}

function Found({ insights, sentences }: Pick<InsightsCardProps, 'sentences'> & { insights: Insights }) {
  if (fields.every(([name]) => insights[name].length === 0))
    return <p className={classes.empty}>Nothing was found in this session.</p>
  return (
    <div className={classes.fields}>
      {fields.map(([name, title]) => (
        <FieldOf key={name} title={title}>
          {insights[name].length > 0 ? (
            sentences(title, insights[name])
          ) : (
            <p className={classes.empty}>Nothing found in this session.</p>
          )}
        </FieldOf>
      ))}
    </div>
  )
}

function FieldOf({ title, children }: { title: string; children: ReactNode }) {
  const titleId = useId()
  return (
    <section className={classes.field} aria-labelledby={titleId}>
      <Title order={3} id={titleId} size="h3">
        {title}
      </Title>
      {children}
    </section>
  )
}

function Lines({ label, isShown = false }: { label: string; isShown?: boolean }) {
  return (
    <>
      {isShown && <Lead aria-hidden>{label}</Lead>}
      <Loading label={label} className={classes.lines}>
        <Placeholder kind="line" count={3} />
      </Loading>
    </>
  )
}
