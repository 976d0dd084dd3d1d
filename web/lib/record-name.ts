import { createStore } from './store.ts'

/** What the record is called whose page is open; empty on every other page. */
export const recordNameStore = createStore('')
