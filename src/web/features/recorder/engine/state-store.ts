export type Store<State extends object> = {
  get: () => State
  set: (changes: Partial<State>) => void
  subscribe: (listener: () => void) => () => void
}

/** Holds an immutable state, and notifies subscribers when it is replaced. */
export function createStore<State extends object>(initial: State): Store<State> {
  let state = initial
  const listeners = createSignal<void>()
  return {
    get: () => state,
    set: (changes: Partial<State>) => {
      const next = { ...state, ...changes }
      const isSame = Object.entries(changes).every(([name, value]) => Object.is(Reflect.get(state, name), value))
      if (isSame) return
      state = next
      listeners.emit()
    },
    subscribe: (listener: () => void) => listeners.on(listener),
  }
}

/** A list of listeners. `on` adds one and returns a function that removes it. */
export function createSignal<Value>() {
  const listeners = new Set<(value: Value) => void>()
  return {
    emit: (value: Value) => {
      for (const listener of listeners) listener(value)
    },
    on: (listener: (value: Value) => void) => {
      listeners.add(listener)
      return () => {
        listeners.delete(listener)
      }
    },
  }
}
