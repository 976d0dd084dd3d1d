import { setTimeout } from 'node:timers/promises'

const mostLooks = 3
const betweenLooksMs = 150

/** Looks for what another node may have told of a moment ago: it writes its notes behind its answers. */
export type LookAgain = <Found>(look: () => Promise<Found>, isWhole: (found: Found) => boolean) => Promise<Found>

/** Where there is no other node nothing more comes. */
export const createLookAgain =
  (isAlone: boolean): LookAgain =>
  async (look, isWhole) => {
    let found = await look()
    for (let looks = 1; !isAlone && !isWhole(found) && looks < mostLooks; looks += 1) {
      await setTimeout(betweenLooksMs)
      found = await look()
    }
    return found
  }
