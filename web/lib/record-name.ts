import { createStore } from './store.ts'

/** What the open page is about, such as the record whose page it is; empty where its title says all. */
export const recordNameStore = createStore('')
