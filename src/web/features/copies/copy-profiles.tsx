import { Table } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { CopyProfile } from '#shared/contract/copies.ts'
import { api, query } from '#web/api/client.ts'
import { readError } from '#web/api/errors.ts'
import { lazyDialog } from '#web/ui/dialog/lazy-dialog.tsx'
import { QuestionDialog } from '#web/ui/dialog/question-dialog.tsx'
import { useDialog } from '#web/ui/dialog/use-dialog.ts'
import { useFocusAfter } from '#web/ui/dialog/use-focus-after.ts'
import { Placeholder } from '#web/ui/feedback/placeholder.tsx'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'
import { Panel } from '#web/ui/layout/panel.tsx'
import { RowAction, RowActions } from '#web/ui/layout/row-actions.tsx'
import { Hint, Strong } from '#web/ui/layout/text.ts'
import classes from './copies.module.css'

const EditProfile = lazyDialog(() => import('./edit-profile.tsx'))

type Edited = { profile: CopyProfile; isNew: boolean }

/** The built-in copy profiles, and those of the user, which can be copied, edited and deleted. */
export function CopyProfiles({ isReadOnly }: { isReadOnly: boolean }) {
  const cache = useQueryClient()
  const [edited, setEdited] = useState<Edited | null>(null)
  const [deleted, setDeleted] = useState<CopyProfile | null>(null)
  const dialog = useDialog()
  const body = useRef<HTMLDivElement>(null)
  const { onDone, onClosed } = useFocusAfter(() => body.current?.focus())
  const profiles = useQuery(query.copies.profiles.queryOptions())
  const remove = useMutation({
    mutationFn: ({ id: profileId }: CopyProfile) => api.copies.deleteProfile({ profileId }),
    onSuccess: (_, { name }) => showSuccess(`${name} was deleted.`),
    onError: (error) => showFailure(readError(error, 'Failed to delete the copy profile').sentence),
    onSettled: () => cache.invalidateQueries({ queryKey: query.copies.key() }),
  })
  const edit = (next: Edited) => () => {
    setEdited(next)
    dialog.open()
  }
  return (
    <div id="copy-profiles">
      <Panel
        title="Copy profiles"
        query={profiles}
        failure="Failed to load the copy profiles"
        loadingLabel="Loading copy profiles"
        skeleton={<Placeholder kind="row" count={3} />}
      >
        {({ items }) => (
          <div ref={body} tabIndex={-1}>
            <Hint className={classes.lead}>
              How a note is copied to your record system, field by field. To change a built-in profile, make a copy of
              it.
            </Hint>
            <Table className={classes.table}>
              <Table.Tbody>
                {items.map((profile) => (
                  <Table.Tr key={profile.id}>
                    <Table.Td>
                      <Strong>{profile.name}</Strong>
                      <Hint>{summaryOf(profile)}</Hint>
                    </Table.Td>
                    <Table.Td>
                      {!isReadOnly && (
                        <RowActions>
                          <RowAction
                            aria-label={`Copy ${profile.name}`}
                            onClick={edit({ profile: copyOf(profile, items), isNew: true })}
                          >
                            Copy
                          </RowAction>
                          {!profile.isBuiltIn && (
                            <>
                              <RowAction aria-label={`Edit ${profile.name}`} onClick={edit({ profile, isNew: false })}>
                                Edit
                              </RowAction>
                              <RowAction aria-label={`Delete ${profile.name}`} onClick={() => setDeleted(profile)}>
                                Delete
                              </RowAction>
                            </>
                          )}
                        </RowActions>
                      )}
                    </Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </div>
        )}
      </Panel>
      <Suspense>
        {dialog.isMounted && edited && (
          <EditProfile
            key={`${edited.profile.id} ${edited.isNew}`}
            opened={dialog.isOpen}
            profile={edited.profile}
            isNew={edited.isNew}
            onClose={dialog.close}
          />
        )}
      </Suspense>
      <QuestionDialog
        title="Delete copy profile"
        text={deleted && `Delete ${deleted.name}? Copies that were made with it stay recorded.`}
        confirmLabel="Delete"
        onConfirm={() => {
          if (deleted) remove.mutate(deleted)
          onDone()
          setDeleted(null)
        }}
        onCancel={() => setDeleted(null)}
        onClosed={onClosed}
      />
    </div>
  )
}

/** Returns a new profile that is a copy of the given one, with a name that is not taken. */
function copyOf(profile: CopyProfile, others: readonly CopyProfile[]): CopyProfile {
  const takenNames = new Set(others.map(({ name }) => name.toLowerCase()))
  const names = Array.from({ length: 100 }, (_, n) => `${profile.name} ${n + 2}`.slice(-60))
  return { ...profile, isBuiltIn: false, name: names.find((name) => !takenNames.has(name.toLowerCase())) ?? '' }
}

function summaryOf({ isBuiltIn, mapping, maxChars, asciiOnly, html }: CopyProfile): string {
  const facts = [
    isBuiltIn ? 'Built-in' : 'Yours',
    html ? 'formatted and plain text' : 'plain text',
    ...(mapping.length > 0 ? ['own field names'] : []),
    ...(asciiOnly ? ['ASCII only'] : []),
    ...(maxChars === null ? [] : [`at most ${maxChars.toLocaleString('en-US')} characters a field`]),
  ]
  return facts.join(' · ')
}
