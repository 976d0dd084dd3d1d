import { useNavigate, useSearch } from '@tanstack/react-router'
import { useCallback } from 'react'

/** Which page is shown of a part of a record's own page: it stands in the address, as that of every list does. */
export const usePartPage = (part: 'changes' | 'tokens'): readonly [number, (page: number) => void] => {
  const navigate = useNavigate()
  const asked: number = useSearch({ strict: false, select: (search) => search[part] ?? 1 })
  const setPage = useCallback(
    (page: number) => {
      // seam: the page of every record has it
      const search = ((old: object) => ({ ...old, [part]: page > 1 ? page : undefined })) as never
      void navigate({ to: '.', search, replace: true, resetScroll: false })
    },
    [navigate, part],
  )
  return [Math.max(1, asked), setPage]
}
