import type { MouseEvent } from 'react'
import type { RowActions } from './data-table-parts.ts'

type Does = { canLook: boolean; canUnfold: boolean }

/** What a click or a tap beside the controls of a row does, if anything: it is looked into, or else unfolded. */
export const rowClick = <Row>({ canLook, canUnfold }: Does, row: Row, actions: RowActions<Row>) => {
  if (!canLook && !canUnfold) return undefined
  return (event: MouseEvent): void => {
    if (isOnControl(event) || hasTextSelection()) return
    if (canLook) actions.look(row)
    else actions.unfold(row)
  }
}

const isOnControl = (event: MouseEvent): boolean =>
  event.target instanceof Element &&
  event.target.closest('a, button, input, label, select, textarea, [data-no-open]') !== null

const hasTextSelection = (): boolean => (getSelection()?.toString() ?? '') !== ''
