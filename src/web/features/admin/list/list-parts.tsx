import { Button, Skeleton, Text } from '@mantine/core'
import { IconRefresh } from '@tabler/icons-react'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Loading } from '#web/ui/feedback/loading.tsx'

export function RefreshButton({ list }: { list: UseQueryResult }) {
  return (
    <Button
      variant="default"
      leftSection={<IconRefresh size={17} aria-hidden />}
      loading={list.isFetching && !list.isPending}
      onClick={() => void list.refetch()}
    >
      Refresh
    </Button>
  )
}

export function LoadingRows({ label }: { label: string }) {
  return (
    <Loading label={label}>
      {Array.from({ length: 8 }, (_, at) => (
        <Skeleton key={at} h={44} m="md" />
      ))}
    </Loading>
  )
}

/** The second line of a cell. */
export function Below({ children }: { children: ReactNode }) {
  return (
    <Text fz="sm" c="dimmed" component="div" className="num">
      {children}
    </Text>
  )
}
