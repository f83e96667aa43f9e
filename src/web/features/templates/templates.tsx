import { Button, FileButton, Group, Table } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Suspense, useRef, useState } from 'react'
import type { NoteTemplate } from '#shared/contract/templates.ts'
import { api, query } from '#web/api/client.ts'
import { useSendOnce } from '#web/api/use-send-once.ts'
import { useSingleMutation } from '#web/api/use-single-mutation.ts'
import { requestId } from '#web/api/request-id.ts'
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
import type { EditedTemplate } from './edit-template.tsx'
import { templateOfType } from './new-section.ts'
import { exportTemplate, readTemplateFile } from './template-file.ts'
import classes from './templates.module.css'

const TemplateVersions = lazyDialog(() => import('./template-versions.tsx'))
const EditTemplate = lazyDialog(() => import('./edit-template.tsx'))

const states = { draft: 'Not published', published: 'Published', retired: 'Retired' } as const

/** `done` completes a message that begins with the template's name. */
type Change = { id: string; name: string; save: () => Promise<unknown>; done?: string }

/** The note templates of the user and of the organization. */
export function Templates({ isOrganizationAdmin }: { isOrganizationAdmin: boolean }) {
  const cache = useQueryClient()
  const sendOnce = useSendOnce()
  const [edited, setEdited] = useState<EditedTemplate | null>(null)
  const dialog = useDialog()
  const [compared, setCompared] = useState<NoteTemplate | null>(null)
  const [deleted, setDeleted] = useState<NoteTemplate | null>(null)
  const versions = useDialog()
  const body = useRef<HTMLDivElement>(null)
  const resetFile = useRef<() => void>(null)
  const { onDone, onClosed } = useFocusAfter(() => body.current?.focus())
  const list = useQuery(query.templates.list.queryOptions())
  const change = useSingleMutation({
    mutationFn: ({ save }: Change) => save(),
    onSuccess: (_, { name, done }) => done && showSuccess(`${name} ${done}`),
    onError: (error) => showFailure(readError(error, 'Failed to save the template').sentence),
    onSettled: () => cache.invalidateQueries({ queryKey: query.templates.key() }),
  })
  const edit = (next: EditedTemplate) => {
    setEdited(next)
    dialog.open()
  }
  const add = (template: EditedTemplate['details'], origin: string | null) =>
    edit({ key: requestId(), saved: null, origin, details: template })
  const importFile = async (file: File | null) => {
    if (!file) return
    // So that the same file can be chosen again.
    resetFile.current?.()
    const read = await readTemplateFile(file)
    if (typeof read === 'string') showFailure(read)
    else add(read, null)
  }
  const setStatus = (template: NoteTemplate, status: 'published' | 'retired') =>
    change.mutate({
      id: template.id,
      name: template.name,
      save: () => api.templates.setStatus({ templateId: template.id, status }),
    })
  const share = (template: NoteTemplate) =>
    change.mutate({
      id: template.id,
      name: template.name,
      save: () => sendOnce({ templateId: template.id }, api.templates.share),
      done: 'was published to your organization.',
    })
  const remove = ({ id, name }: NoteTemplate) =>
    change.mutate({ id, name, save: () => api.templates.delete({ templateId: id }), done: 'was deleted.' })
  return (
    <>
      <Panel
        title="Note templates"
        aside={
          <Group gap="xs">
            <FileButton resetRef={resetFile} accept="application/json" onChange={(file) => void importFile(file)}>
              {(props) => (
                <Button variant="default" {...props}>
                  Import
                </Button>
              )}
            </FileButton>
            <Button variant="default" onClick={() => add(templateOfType('SOAP'), null)}>
              New template
            </Button>
          </Group>
        }
        query={list}
        failure="Failed to load the templates"
        loadingLabel="Loading templates"
        skeleton={<Placeholder kind="row" count={2} />}
      >
        {({ items }) => (
          <div ref={body} tabIndex={-1}>
            <Hint className={classes.lead}>
              A template has sections of its own. Published templates are offered after the note types. A change affects
              only notes drafted afterwards, and every sentence is still checked against the session.
            </Hint>
            {items.length > 0 && (
              <Table className={classes.table}>
                <Table.Tbody>
                  {items.map((template) => (
                    <Table.Tr key={template.id}>
                      <Table.Td>
                        <Strong>{template.name}</Strong>
                        <Hint>{summaryOf(template)}</Hint>
                      </Table.Td>
                      <Table.Td>
                        <RowActions>
                          {template.canChange && (
                            <>
                              <RowAction
                                aria-label={`Edit ${template.name}`}
                                onClick={() =>
                                  edit({
                                    key: `${template.id} ${template.version}`,
                                    saved: template,
                                    origin: null,
                                    details: template,
                                  })
                                }
                              >
                                Edit
                              </RowAction>
                              {template.status === 'published' ? (
                                <RowAction
                                  aria-label={`Retire ${template.name}`}
                                  onClick={() => setStatus(template, 'retired')}
                                >
                                  Retire
                                </RowAction>
                              ) : (
                                <RowAction
                                  aria-label={`Publish ${template.name}`}
                                  onClick={() => setStatus(template, 'published')}
                                >
                                  Publish
                                </RowAction>
                              )}
                              {template.status !== 'published' && (
                                <RowAction aria-label={`Delete ${template.name}`} onClick={() => setDeleted(template)}>
                                  Delete
                                </RowAction>
                              )}
                            </>
                          )}
                          {isOrganizationAdmin && template.visibility === 'mine' && (
                            <RowAction aria-label={`Share ${template.name}`} onClick={() => share(template)}>
                              Share
                            </RowAction>
                          )}
                          {template.version > 1 && (
                            <RowAction
                              aria-label={`Versions of ${template.name}`}
                              onClick={() => {
                                setCompared(template)
                                versions.open()
                              }}
                            >
                              Versions
                            </RowAction>
                          )}
                          <RowAction aria-label={`Copy ${template.name}`} onClick={() => add(template, template.name)}>
                            Copy
                          </RowAction>
                          <RowAction aria-label={`Export ${template.name}`} onClick={() => exportTemplate(template)}>
                            Export
                          </RowAction>
                        </RowActions>
                      </Table.Td>
                    </Table.Tr>
                  ))}
                </Table.Tbody>
              </Table>
            )}
          </div>
        )}
      </Panel>
      <Suspense>
        {dialog.isMounted && edited && (
          <EditTemplate key={edited.key} opened={dialog.isOpen} edited={edited} onClose={dialog.close} />
        )}
        {versions.isMounted && compared && (
          <TemplateVersions opened={versions.isOpen} template={compared} onClose={versions.close} />
        )}
      </Suspense>
      <QuestionDialog
        title="Delete template"
        text={
          deleted &&
          `Delete ${deleted.name}? Its versions and stored example notes are deleted, too. Notes that were made with it keep its sections.`
        }
        confirmLabel="Delete"
        onConfirm={() => {
          if (deleted) remove(deleted)
          onDone()
          setDeleted(null)
        }}
        onCancel={() => setDeleted(null)}
        onClosed={onClosed}
      />
    </>
  )
}

function summaryOf({ status, visibility, version, sections, origin }: NoteTemplate): string {
  return [
    states[status],
    ...(visibility === 'organization' ? ['of your organization'] : []),
    `version ${version}`,
    sections.map(({ title }) => title).join(', '),
    ...(origin === null ? [] : [`copied from ${origin}`]),
  ].join(' · ')
}
