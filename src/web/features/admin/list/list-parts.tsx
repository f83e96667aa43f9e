import { Button } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#web/ui/feedback/loading.tsx'
import { Hint } from '#web/ui/layout/text.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'

export function RefreshButton({ list, onRefresh }: { list: UseQueryResult; onRefresh?: (() => void) | undefined }) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={17} aria-hidden />}
      loading={list.isFetching && !list.isPending}
      onClick={() => {
        void list.refetch()
        onRefresh?.()
      }}
    >
      Refresh
    </Button>
  )
}

export function LoadingRows({ label }: { label: string }) {
  return (
    <Loading label={label}>
      <Placeholder kind="row" count={8} isInset />
    </Loading>
  )
}

/** The second line of a cell. */
export function Below({ children }: { children: ReactNode }) {
  return (
    <Hint component="div" className="num">
      {children}
    </Hint>
  )
}
