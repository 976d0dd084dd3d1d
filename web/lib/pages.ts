import { useRouter } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Tells whether the console has a page at a path: links to pages of other features show only where those exist. */
export const usePages = (): ((path: string) => boolean) => {
  const { routesByPath } = useRouter()
  return useCallback((path) => Object.hasOwn(routesByPath, path), [routesByPath])
}
