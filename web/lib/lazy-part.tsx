import { type ComponentType, createContext, createElement, lazy, type ReactNode, use, useState } from 'react'
import { newerEntry } from './served-build.ts'

type PropsOf<Part> = Part extends (props: infer Props extends object) => ReactNode ? Props : object
type NamesOf<Module> = keyof Module & string

/** A component whose code comes when it is first drawn, or is asked for before. */
export type LazyPart<Props> = ((props: Props) => ReactNode) & { preload: () => Promise<void> }

/** The code of a part did not come. `entry` names the newer build that took its place, where there is one. */
export class PartMissing extends Error {
  override readonly name = 'PartMissing'
  readonly entry: string | undefined
  /** Whoever has shown the failure calls this, so that the next to draw the part asks for it again. */
  readonly forget: () => void

  constructor(cause: unknown, entry: string | undefined, forget: () => void) {
    super(cause instanceof Error ? cause.message : String(cause), { cause })
    this.entry = entry
    this.forget = forget
  }
}

/** A network that was away for a moment is not worth a message. */
const pauseMilliseconds = 300

/** Whether somebody stands around who shows something else until the code is here, and what went wrong with it. */
export const BoundaryContext = createContext(false)

/** `lazyPart(() => import('./token-drawer.tsx'), 'TokenDrawer')`: a failure is told once and never kept. */
export const lazyPart = <Module, Name extends NamesOf<Module>>(load: () => Promise<Module>, name: Name) => {
  const Part = lazyPage(load, name)
  const Bounded = (props: PropsOf<Module[Name]>) => {
    // Without, the whole page would be taken away until it is here, with what was typed and where the focus was.
    if (import.meta.env.DEV && !use(BoundaryContext)) throw new Error(`${name} is drawn in no boundary`)
    return createElement(Part, props)
  }
  return Object.assign(Bounded, { preload: Part.preload })
}

/**
 * The same of what a page draws as soon as its data is here: its code is asked for with the page's own, and comes while
 * the data is on its way.
 */
export const pagePart = <Module, Name extends NamesOf<Module>>(load: () => Promise<Module>, name: Name) => {
  const Part = lazyPart(load, name)
  void Part.preload()
  return Part
}

/** The same of a whole page: its code is asked for before it is drawn. */
export const lazyPage = <Module, Name extends NamesOf<Module>>(
  load: () => Promise<Module>,
  name: Name,
): LazyPart<PropsOf<Module[Name]>> => {
  let loading: Promise<{ default: ComponentType<object> }> | undefined
  let loaded: ComponentType<object> | undefined
  let isAwaited = false

  const loadTwice = async (): Promise<Module> => {
    try {
      return await load()
    } catch {
      await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
      return load()
    }
  }

  const begin = async (): Promise<{ default: ComponentType<object> }> => {
    try {
      // seam: the name was checked to be one of a component, where the part was made
      loaded = (await loadTwice())[name] as ComponentType<object>
      return { default: loaded }
    } catch (error) {
      const missing = new PartMissing(error, await newerEntry(), forget)
      if (!isAwaited) loading = undefined
      throw missing
    }
  }

  const ask = () => {
    loading ??= begin()
    return loading
  }

  /** What React makes of a load it keeps for ever, so that each try is another of these. */
  const createTry = () =>
    lazy(() => {
      isAwaited = true
      return ask()
    })
  let current = createTry()

  const forget = () => {
    loading = undefined
    isAwaited = false
    current = createTry()
  }

  const Part = (props: object) => {
    // What is here is drawn at once: React holds back what it waited for, were it for a moment, by 300 ms.
    const [component] = useState(() => loaded ?? current)
    return createElement(component, props)
  }
  // A page that is on its way says itself what became of it; what was only pointed at says nothing.
  const preload = async () => void (await ask().catch(() => {}))
  return Object.assign(Part, { preload })
}
