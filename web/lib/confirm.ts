import { createStore, useStore } from './store.ts'

export type Question = {
  title: string
  text?: string
  /** The word on the button that does it. */
  action: string
  danger?: boolean
  /** Must be typed before the button works: for what cannot be undone. */
  typed?: string
  cancel?: string
  /** Asks why, too: a reason may be given, and where it concerns somebody, a switch says whether he is told. */
  reason?: { label: string; hint: string; longest: number; tell?: string }
}

/** What was said with a yes. */
export type Answer = { reason: string; tell: boolean }
/** A yes to which nothing was said. */
export const plainYes: Answer = { reason: '', tell: false }

type Asked = Question & { answer(yes: boolean, said?: Answer): void }

const questionStore = createStore<Asked | null>(null)

/** `if (await confirm({ title, text, action: t('delete'), danger: true })) remove.mutate(id)` */
export const confirm = async (question: Question): Promise<boolean> => (await askFor(question)) !== undefined

/** The same, for what is said with a yes; undefined is a no. */
export const askFor = (question: Question): Promise<Answer | undefined> => {
  questionStore.get()?.answer(false)
  return new Promise((resolve) => {
    const asked: Asked = {
      ...question,
      answer: (yes, said = plainYes) => {
        // It may be seen closing while the next is asked already.
        if (questionStore.get() === asked) questionStore.set(null)
        resolve(yes ? said : undefined)
      },
    }
    questionStore.set(asked)
  })
}

export const useQuestion = (): Asked | null => useStore(questionStore)
