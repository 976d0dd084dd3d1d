import { Moment } from './work-cells.tsx'

/** A moment of work that finishes later: in the table, and in a file. */
export const momentColumn = <Row, Label extends string>(id: string, label: Label, of: (row: Row) => number) => ({
  ...{ id, label },
  plain: (row: Row) => ({ seconds: of(row) }),
  cell: (row: Row) => <Moment seconds={of(row)} />,
})
