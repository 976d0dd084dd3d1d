import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { type PriceOffer, priceLists } from '#contract/price-lists.ts'
import { call } from '../../../lib/api.ts'
import type { ReadList } from './price-differences.ts'

type Source = { name: string } & ({ address: string } | { text: string })

/** The lists of prices that were read on this page, newest last; the same one again takes the place of the first. */
export const usePriceLists = () => {
  const [lists, setLists] = useState<readonly ReadList[]>([])
  const reading = useMutation({
    mutationFn: async ({ name, ...body }: Source) => ({ name, ...(await call(priceLists.read, { body })) }),
    meta: { quiet: true },
    onSuccess: ({ name, format, offers, left_out: leftOut }) => {
      const read = { name, format, leftOut, offers: offers satisfies PriceOffer[] }
      setLists((known) => [...known.filter((list) => list.name !== name), read])
    },
  })
  return {
    lists,
    error: reading.error,
    isReading: reading.isPending,
    readAddress: (address: string) => reading.mutate({ name: address, address }),
    readFile: async (file: File) => reading.mutate({ name: file.name, text: await file.text() }),
    forget: (name: string) => setLists((known) => known.filter((list) => list.name !== name)),
  }
}
