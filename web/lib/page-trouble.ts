import { createStore } from './store.ts'

/** How much of the open page could not be loaded. */
export const troubleStore = createStore(0)

const add = (count: number) => troubleStore.set(troubleStore.get() + count)

/** For what stands in the place of something: it counts for as long as it is drawn, unless that is over the page. */
export const countTrouble = (place: Element | null) => {
  if (!place?.closest('main')) return
  add(1)
  return () => add(-1)
}
