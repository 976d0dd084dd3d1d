import { useEffect, useRef } from 'react'
import type { Offer } from '../lib/actions.ts'
import { commandStore } from '../lib/commands.ts'

/** What can be done with a row, or with what is selected, is found in the palette: "Disable · laptop". */
export const useCommands = (offers: readonly Offer[], subject: string): void => {
  const latest = useRef(offers)
  latest.current = offers
  const names = offers.map(({ id, label }) => `${id}\n${label}`).join('\n\n')
  useEffect(() => {
    if (names === '') return
    const commands = names.split('\n\n').map((name) => {
      const [id = '', label = ''] = name.split('\n')
      const run = () => latest.current.find((offer) => offer.id === id)?.run()
      return { id: `row-${id}`, label: `${label} · ${subject}`, run }
    })
    commandStore.set([...commands, ...commandStore.get()])
    return () => commandStore.set(commandStore.get().filter((command) => !commands.some((own) => own === command)))
  }, [names, subject])
}
