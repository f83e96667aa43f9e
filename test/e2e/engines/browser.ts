import type { PageTarget } from './find.ts'

export interface Cookie {
  name: string
  value: string
}

/** A browser of any engine with one tab. Clicks and keys go through the engine, like those of a user. */
export interface Browser {
  goto(address: string): Promise<void>
  /** Runs a function in the page. The function has no access to its surrounding scope. Its result is sent as JSON. */
  evaluate<Result>(run: () => Result): Promise<Awaited<Result>>
  /** Runs a script without a result. */
  run(script: string): Promise<void>
  /** The texts of all matching elements. `texts`, `click` and `type` need `finderScript` in the page. */
  texts(target: PageTarget): Promise<string[]>
  click(target: PageTarget): Promise<void>
  type(target: PageTarget, text: string): Promise<void>
  /** Sets cookies of the open page. */
  setCookies(cookies: readonly Cookie[]): Promise<void>
  /** Errors that pages logged or threw, and violations of the content security policy. */
  errors(): Promise<readonly string[]>
  /** Ends the browser as a crash does, and starts it again. */
  crash(): Promise<void>
  /** True if the microphone is the sound server's. Otherwise it plays a tone. */
  usesSoundServer: boolean
  /** True if a crash deletes the storage of pages. */
  losesStorage: boolean
}

export interface EngineSound {
  pulseServer: string
  /** Requests the microphone of the sound server, where the engine supports it. */
  usesSoundServer: boolean
}

/** Runs a browser of one engine during `use`, and ends all its processes. */
export type Engine = (options: EngineSound, use: (browser: Browser) => Promise<void>) => Promise<void>
