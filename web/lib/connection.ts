import { createStore } from './store.ts'

/** Whether the last call reached the server: what it answered does not matter. */
export const connectionStore = createStore(true)
