import type { ReactNode } from 'react'

/** Which controls the rows have. */
export type RowControls = { selection: boolean; menu: boolean; unfold: boolean }

/** A row as it is drawn: with its place in the tree and what is unfolded below it. */
export type RowParts<Row> = {
  id: string
  row: Row
  depth: number
  canUnfold: boolean
  isUnfolded: boolean
  details: ReactNode
}

export type RowActions<Row> = {
  select(row: Row, selected: boolean): void
  openMenu(row: Row, anchor: Element): void
  look(row: Row): void
  unfold(row: Row): void
}
