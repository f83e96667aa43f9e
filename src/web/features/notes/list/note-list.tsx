import { Button, Skeleton, VisuallyHidden } from '@mantine/core'
import { keepPreviousData, useInfiniteQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { readMonth } from '#shared/rules/month-search.ts'
import { searchedWords } from '#shared/rules/search-words.ts'
import type { DateRange } from '#web/ui/form/date-range.tsx'
import { EmptyState } from '#web/ui/feedback/empty-state.tsx'
import { LoadFailure } from '#web/ui/feedback/load-failure.tsx'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { ListFooter } from '#web/ui/layout/panel-parts.ts'
import { NoteFeed } from './note-list-feed.tsx'
import { noteListQuery } from './note-list-query.ts'
import classes from './note-list.module.css'

type Props = { search: string; range: DateRange; today: string; emptyAction: ReactNode }

/** All notes by day, newest first, loaded while scrolling. */
export function NoteList({ search, range, today, emptyAction }: Props) {
  const list = useInfiniteQuery({ ...noteListQuery(search, range), placeholderData: keepPreviousData })
  const isAll = search === '' && range.from === null && range.to === null
  const month = readMonth(search, today)
  if (list.isPending) return <NoteListSkeleton />
  if (list.isError && !list.data) {
    return <LoadFailure error={list.error} fallback="Failed to load notes" onRetry={() => void list.refetch()} />
  }
  const notes = list.data.pages.flatMap((page) => page.items)
  if (notes.length === 0) {
    return isAll ? (
      <EmptyState title="No notes yet" action={emptyAction}>
        Notes of all sessions will appear here, newest first. Record a session or upload a recording to begin.
      </EmptyState>
    ) : (
      <EmptyState title="No notes found">
        {search === ''
          ? 'No sessions on these dates. Choose other dates.'
          : `No note with “${search}” in it, in the client’s name or as its month. Try fewer words or the beginning of a word.`}
        {search !== '' && (range.from !== null || range.to !== null) && ' Only the chosen dates were searched.'}
      </EmptyState>
    )
  }
  const failed = list.isError && (
    <LoadFailure
      error={list.error}
      fallback="Failed to load notes"
      onRetry={() => void (list.isFetchNextPageError ? list.fetchNextPage() : list.refetch())}
    />
  )
  return (
    <>
      <VisuallyHidden component="output">
        {!isAll && !list.isPlaceholderData && foundText(notes.length, list.hasNextPage)}
      </VisuallyHidden>
      <NoteFeed
        // For a new search, the list scrolls to the top and measures its rows again.
        key={list.isPlaceholderData ? 'old' : `${search} ${range.from} ${range.to}`}
        notes={notes}
        words={searchedWords(month?.isCertain ? month.rest : search)}
        today={today}
        isBusy={list.isFetching}
        isStale={list.isPlaceholderData}
        hasMore={list.hasNextPage}
        onEnd={() => {
          if (list.hasNextPage && !list.isFetching && !list.isError) void list.fetchNextPage()
        }}
      />
      {failed}
      {list.hasNextPage && !list.isError && (
        <ListFooter justify="center">
          <Button variant="subtle" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
            Load more
          </Button>
        </ListFooter>
      )}
    </>
  )
}

const foundText = (count: number, isMore: boolean) =>
  isMore ? `More than ${count} notes found` : `${count} ${count === 1 ? 'note' : 'notes'} found`

function NoteListSkeleton() {
  return (
    <Loading label="Loading notes">
      <div className={classes.day}>
        <Skeleton height={18} width={120} my="3xs" />
      </div>
      {Array.from({ length: 7 }, (_, row) => (
        <div key={row} className={classes.row}>
          <span className={classes.who}>
            <Skeleton height={16} width={150} my="3xs" />
            <Skeleton height={13} width={190} my="3xs" />
          </span>
          <span className={classes.line}>
            <Skeleton height={14} width="85%" my="3xs" />
          </span>
          <Skeleton height={24} width={86} />
        </div>
      ))}
    </Loading>
  )
}
