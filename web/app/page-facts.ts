import type { StaticDataRouteOption } from '@tanstack/react-router'
import { pages } from './pages.ts'

export type PageFacts = StaticDataRouteOption & { path: string }

/** What the rows of `pages.ts` say of every page, without the page. */
export const pageFacts: readonly PageFacts[] = pages.flatMap(({ options }) =>
  'path' in options ? [{ ...options.staticData, path: options.path }] : [],
)
