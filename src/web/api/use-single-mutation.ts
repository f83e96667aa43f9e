import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that ignores calls while it is running. A double click may come before the button shows that it is
 * disabled.
 */
export function useSingleMutation<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const isUnderWay = useRef(false)
  const mutation = useMutation({
    ...options,
    onSettled: (...settled) => {
      isUnderWay.current = false
      return options.onSettled?.(...settled)
    },
  })
  const mutate = (variables: Variables) => {
    if (isUnderWay.current) return
    isUnderWay.current = true
    mutation.mutate(variables)
  }
  return { ...mutation, mutate }
}
