import { type CardTry, type CardWish, cardWishes } from '#contract/channel-cards.ts'

/** What was tried of a model in one dialect. */
export type CardRow = { id: string; model: string; dialect: string; tries: readonly CardTry[] }

/** The columns of the table and of the file: each kind of call, whole and streamed. */
export const cardCells: readonly { wants: CardWish; streamed: boolean }[] = cardWishes.flatMap((wants) =>
  [false, true].map((streamed) => ({ wants, streamed })),
)

export const cardRows = (tries: readonly CardTry[]): CardRow[] =>
  [...Map.groupBy(tries, ({ model, dialect }) => `${model} ${dialect}`)].flatMap(([id, own]) => {
    const [first] = own
    return first === undefined ? [] : [{ id, model: first.model, dialect: first.dialect, tries: own }]
  })

export const tryOf = ({ tries }: CardRow, { wants, streamed }: (typeof cardCells)[number]): CardTry | undefined =>
  tries.find((each) => each.wants === wants && each.streamed === streamed)
