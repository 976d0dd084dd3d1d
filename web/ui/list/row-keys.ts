import { useEffect, useRef } from 'react'
import type { Offer } from '../../lib/actions.ts'
import { registerHotkey } from '../../lib/hotkeys.ts'
import { useText } from '../../lib/i18n.ts'
import { firstControl } from '../first-control.ts'
import type { ListedRow } from './list-definition.ts'
import type { ListSelection } from './list-selection.ts'

type RowKeys<Row> = {
  rows: readonly Row[]
  offers: (row: Row) => readonly Offer[]
  selection?: ListSelection<Row>
  /** Where rows are looked into. */
  canLook?: (row: Row) => boolean
  look?: (row: Row) => void
}

/** J and K go from row to row, X selects the one with the focus, P looks into it, and actions with a key act on it. */
export const useRowKeys = <Row extends ListedRow>(given: RowKeys<Row>): void => {
  const t = useText('lists')
  const latest = useRef(given)
  latest.current = given
  const keys = keysOf(given)
  const canLook = given.look !== undefined
  const canSelect = given.selection !== undefined
  useEffect(() => {
    const onRow = (act: (row: Row) => void) => () => {
      const id = focusedRow()?.dataset.row
      const row = latest.current.rows.find((each) => String(each.id) === id)
      if (row) act(row)
    }
    const offer = (key: string) => (row: Row) =>
      latest.current
        .offers(row)
        .find((each) => each.key === key && each.hint === undefined)
        ?.run()
    const look = (row: Row) => {
      if (latest.current.canLook?.(row)) latest.current.look?.(row)
    }
    const select = (row: Row) => {
      const { selection } = latest.current
      selection?.choose([row], !selection.has(row))
    }
    const ends = [
      registerHotkey({ keys: 'j', label: t('nextRow'), run: () => focusRow(1) }),
      registerHotkey({ keys: 'k', label: t('previousRow'), run: () => focusRow(-1) }),
      ...(canLook ? [registerHotkey({ keys: 'p', label: t('lookKey'), run: onRow(look) })] : []),
      ...(canSelect ? [registerHotkey({ keys: 'x', label: t('selectKey'), run: onRow(select) })] : []),
      ...keys.split('\n').flatMap((line) => {
        const [key = '', label = ''] = line.split(' ', 2)
        return key === '' ? [] : [registerHotkey({ keys: key, label, run: onRow(offer(key)) })]
      }),
    ]
    return () => {
      for (const end of ends) end()
    }
  }, [t, keys, canLook, canSelect])
}

/** The keys that any row has, with their words, as one text: effects compare it. */
const keysOf = <Row>({ rows, offers }: RowKeys<Row>): string => {
  const found = rows.flatMap((row) => offers(row).flatMap(({ key, label }) => (key ? [`${key} ${label}`] : [])))
  return [...new Set(found)].join('\n')
}

const rowElements = (): HTMLElement[] => [...document.querySelectorAll<HTMLElement>('[data-row]')]
const focusedRow = (): HTMLElement | null => document.activeElement?.closest<HTMLElement>('[data-row]') ?? null

const focusRow = (step: number) => {
  const elements = rowElements()
  const current = focusedRow()
  const place = current === null ? (step > 0 ? 0 : elements.length - 1) : elements.indexOf(current) + step
  firstControl(elements[place])?.focus()
}
