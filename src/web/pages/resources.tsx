import { Card } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { createFileRoute } from '@tanstack/react-router'
import { accountQuery } from '#web/identity/account.ts'
import { api, query } from '#web/api/client.ts'
import { useChangeOf } from '#web/api/use-change.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { useReadOnly } from '#web/identity/read-only.ts'
import { NoOrganization } from '#web/features/accounts/no-organization.tsx'
import { ResourceForm } from '#web/features/resources/resource-form.tsx'
import { ResourceGrid } from '#web/features/resources/resource-grid.tsx'
import { resourceListQuery } from '#web/features/resources/resource-list-query.ts'
import { Page } from '#web/ui/layout/page.tsx'
import { showSuccess } from '#web/ui/feedback/toast.ts'
import { CardTitle } from '#web/ui/layout/panel-parts.ts'

export const Route = createFileRoute('/_shell/resources')({
  loader: ({ context: { queryClient } }) => void queryClient.prefetchInfiniteQuery(resourceListQuery('')),
  component: ResourcesPage,
})

function ResourcesPage() {
  const sendOnce = useSendOnce()
  const { data: account } = useQuery(accountQuery)
  const isReadOnly = useReadOnly()
  const organization = account?.organization?.name
  const change = useChangeOf([query.resources])
  return (
    <Page
      title="Resource Library"
      lead={organization === undefined ? undefined : `Links shared with everyone at ${organization}`}
    >
      {account && !account.organization ? (
        <NoOrganization />
      ) : (
        <>
          {!isReadOnly && (
            <Card component="section" aria-labelledby="add-resource">
              <CardTitle id="add-resource">Add a link</CardTitle>
              <ResourceForm
                submitLabel="Add Resource"
                failureText="Failed to add resource"
                onSave={async (details) => {
                  await change(async () => {
                    const { title } = await sendOnce(details, api.resources.add)
                    showSuccess(`“${title}” was added.`)
                  })
                }}
              />
            </Card>
          )}
          <ResourceGrid timeZone={account?.timeZone ?? ''} isReadOnly={isReadOnly} />
        </>
      )}
    </Page>
  )
}
