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
}

type Asked = Question & { answer(yes: boolean): void }

const questionStore = createStore<Asked | null>(null)

/** `if (await confirm({ title, text, action: t('delete'), danger: true })) remove.mutate(id)` */
export const confirm = (question: Question): Promise<boolean> => {
  questionStore.get()?.answer(false)
  return new Promise((resolve) => {
    const asked: Asked = {
      ...question,
      answer: (yes) => {
        // It may be seen closing while the next is asked already.
        if (questionStore.get() === asked) questionStore.set(null)
        resolve(yes)
      },
    }
    questionStore.set(asked)
  })
}

export const useQuestion = (): Asked | null => useStore(questionStore)
