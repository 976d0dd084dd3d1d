import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import type { Slot } from './model.ts'

/**
 * Which slot is read. A mouse reads where it is and opens with a click; a first tap reads and a second one opens; the
 * arrow keys go from slot to slot, Enter opens, Escape goes back to the whole.
 */
export const useReading = (slots: readonly Slot[], onOpen: (slot: Slot) => void) => {
  const [id, setId] = useState<string>()
  /** What was read when a finger came down, which itself reads. */
  const touched = useRef<{ before: string | undefined }>(undefined)
  const place = slots.findIndex((slot) => slot.id === id)
  const last = slots.length - 1
  const read = (index: number) => setId(slots[Math.max(0, Math.min(last, index))]?.id)
  const open = (slot = slots[place]) => slot && onOpen(slot)
  const keys: Record<string, () => void> = {
    ArrowLeft: () => read((place < 0 ? slots.length : place) - 1),
    ArrowRight: () => read(place < 0 ? last : place + 1),
    Home: () => read(0),
    End: () => read(last),
    Enter: () => open(),
    Escape: () => setId(undefined),
  }
  const slotAt = (event: MouseEvent): Slot | undefined => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return slots[Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * slots.length)))]
  }
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      const action = keys[event.key]
      if (action === undefined || (event.key === 'Escape' && place < 0)) return
      event.preventDefault()
      action()
    },
    onPointerDown: (event: PointerEvent) => {
      touched.current = event.pointerType === 'mouse' ? undefined : { before: id }
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setId(slotAt(event)?.id)
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setId(undefined)
    },
    onClick: (event: MouseEvent) => {
      const slot = slotAt(event)
      if (slot !== undefined && touched.current && touched.current.before !== slot.id) setId(slot.id)
      else open(slot)
    },
  }
  return { place: place < 0 ? undefined : place, handlers }
}
