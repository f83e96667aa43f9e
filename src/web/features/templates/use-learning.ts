import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { exampleLimits } from '#shared/contract/limits.ts'
import type { TemplateLearning, TemplateProposal } from '#shared/contract/template-examples.ts'
import { api, query } from '#web/api/client.ts'
import { showResult } from '#web/api/show-result.ts'
import { readError } from '#web/api/errors.ts'
import { showFailure, showSuccess } from '#web/ui/feedback/toast.ts'

/** The pasted and stored examples of the template in the editor, and the proposal made from them. */
export function useLearning(templateId: string | undefined) {
  const cache = useQueryClient()
  const list = query.templateExamples.list.queryOptions({
    input: templateId === undefined ? {} : { templateId },
    staleTime: 0,
  })
  const state = useQuery(list)
  const [texts, setTexts] = useState<readonly string[]>([''])
  const [isKeeping, setKeeping] = useState(true)
  const [proposal, setProposal] = useState<{ examples: readonly string[]; result: TemplateProposal } | null>(null)
  /** The pasted examples from which the sections in the editor were proposed. */
  const [used, setUsed] = useState<readonly string[]>([])
  const request = useRef<AbortController | null>(null)
  useEffect(() => () => request.current?.abort(), [])

  const pasted = texts.map((text) => text.trim()).filter((text) => text !== '')
  const stored = state.data?.examples ?? []
  const asking = useMutation({
    mutationFn: async (examples: string[]) => {
      const controller = new AbortController()
      request.current = controller
      const input = { templateId: templateId ?? null, examples }
      const result = await api.templateExamples.propose(input, { signal: controller.signal })
      return { examples, result }
    },
    onSuccess: setProposal,
  })
  const deletion = useMutation({
    mutationFn: (send: () => Promise<TemplateLearning>) => send(),
    onSuccess: (left) => {
      showResult(cache, list.queryKey, left)
      showSuccess('Deleted.')
    },
    onError: (error) => showFailure(readError(error, 'Failed to delete the example').sentence),
  })
  return {
    state,
    stored,
    texts,
    isKeeping,
    setKeeping,
    setText: (at: number, text: string) => setTexts((all) => all.with(at, text)),
    addText: () => setTexts((all) => [...all, '']),
    removeText: (at: number) => setTexts((all) => all.toSpliced(at, 1)),
    hasRoom: stored.length + texts.length < exampleLimits.count,
    canPropose:
      pasted.length + stored.length > 0 &&
      pasted.length + stored.length <= exampleLimits.count &&
      pasted.every((text) => text.length <= exampleLimits.characters),
    propose: () => {
      setProposal(null)
      asking.mutate(pasted)
    },
    cancel: () => {
      request.current?.abort()
      asking.reset()
    },
    isAsking: asking.isPending,
    failure: asking.error ? readError(asking.error, 'Failed to propose sections').sentence : null,
    proposal: proposal?.result ?? null,
    discard: () => setProposal(null),
    use: () => {
      setUsed(proposal?.examples ?? [])
      setProposal(null)
    },
    deleteOne: (exampleId: string) =>
      templateId !== undefined && deletion.mutate(() => api.templateExamples.delete({ templateId, exampleId })),
    deleteAll: () => templateId !== undefined && deletion.mutate(() => api.templateExamples.deleteAll({ templateId })),
    isDeleting: deletion.isPending,
    /** The examples to store when the template is saved, without those that were removed or rewritten since. */
    toKeep: isKeeping ? used.filter((text) => pasted.includes(text)) : [],
    isDirty: pasted.length > 0,
  }
}

export type Learning = ReturnType<typeof useLearning>
