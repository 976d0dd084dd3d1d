import { useMemo, useRef } from 'react'
import { useOptionText, useSettings } from '../settings-state.ts'
import {
  ofEach,
  type PriceOption,
  type PriceTables,
  type PriceTexts,
  priceOptions,
  readTables,
  writeTables,
} from './price-tables.ts'

type Prices =
  | { ok: true; tables: PriceTables; update: (change: (tables: PriceTables) => PriceTables) => void }
  | { ok: false; option: PriceOption }

/** The prices as they are typed so far on whatever view, and how to change them. They are saved like any option. */
export const usePrices = (): Prices => {
  const { draft } = useSettings()
  const texts = usePriceTexts()
  const read = useMemo(() => readTables(texts), [texts])
  const latest = useRef(read)
  latest.current = read
  return useMemo(() => {
    if (!read.ok) return read
    return {
      ...read,
      update: (change) => {
        const before = latest.current
        if (!before.ok) return
        const tables = change(before.tables)
        const texts = writeTables(tables)
        for (const option of priceOptions) {
          if (tables[option] !== before.tables[option]) draft.type(option, texts[option])
        }
        latest.current = { ok: true, tables }
      },
    }
  }, [read, draft])
}

/** The same object for as long as none of them changes. */
const usePriceTexts = (): PriceTexts => {
  const texts = ofEach(useOptionText)
  const latest = useRef(texts)
  if (priceOptions.some((option) => texts[option] !== latest.current[option])) latest.current = texts
  return latest.current
}
