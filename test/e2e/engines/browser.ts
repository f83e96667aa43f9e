import type { PageTarget } from './find.ts'

export interface Cookie {
  name: string
  value: string
}

/** A browser with one tab, whichever its engine. Clicks and keys go through the engine, as a person's do. */
export interface Browser {
  goto(address: string): Promise<void>
  /** Runs a function in the page. It sees nothing outside of itself, and its result travels as JSON. */
  evaluate<Result>(run: () => Result): Promise<Awaited<Result>>
  /** Runs a script that has no result. */
  run(script: string): Promise<void>
  /** The texts of all that fits. The page needs the finder for this, and for what follows. */
  texts(target: PageTarget): Promise<string[]>
  click(target: PageTarget): Promise<void>
  type(target: PageTarget, text: string): Promise<void>
  /** Sets cookies of the page that is open. */
  setCookies(cookies: readonly Cookie[]): Promise<void>
  /** What pages printed as an error or threw, or their content security policy blocked. */
  errors(): Promise<readonly string[]>
  /** Ends it as a crash does, and starts it again. */
  crash(): Promise<void>
  /** Whether its microphone is that of the sound server. Otherwise it gives a tone. */
  hearsSound: boolean
  /** Whether a crash takes with it what pages stored. */
  losesStorage: boolean
}

export interface EngineSound {
  pulseServer: string
  /** Asks for the microphone of the sound server, where the engine can. */
  hearsSound: boolean
}

/** Runs a browser of one engine while `use` works with it, and leaves no process behind. */
export type Engine = (options: EngineSound, use: (browser: Browser) => Promise<void>) => Promise<void>
