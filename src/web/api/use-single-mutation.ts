import { useMutation, type UseMutationOptions } from '@tanstack/react-query'
import { useRef } from 'react'

/**
 * A mutation that ignores calls with the same variables while it is running. A double click may come before the button
 * shows that it is disabled. Functions are not compared, so calls that change different records must differ in data.
 */
export function useSingleMutation<Data, Variables = void>(options: UseMutationOptions<Data, Error, Variables>) {
  const underWay = useRef(new Set<string>())
  const mutation = useMutation({
    ...options,
    onSettled: (data, error, variables, ...more) => {
      underWay.current.delete(keyOf(variables))
      return options.onSettled?.(data, error, variables, ...more)
    },
  })
  const mutate = (variables: Variables) => {
    const key = keyOf(variables)
    if (underWay.current.has(key)) return
    underWay.current.add(key)
    mutation.mutate(variables)
  }
  return { ...mutation, mutate }
}

function keyOf(variables: unknown): string {
  return JSON.stringify([variables])
}
