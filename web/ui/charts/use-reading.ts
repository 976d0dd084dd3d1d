import { type KeyboardEvent, type MouseEvent, type PointerEvent, useRef, useState } from 'react'
import { type ChartModel, type Read, type Slot, slotOf } from './model.ts'

/**
 * What is read: one slot, or those over which a mouse is drawn. A mouse reads where it is and opens with a click, or where
 * it is let go; a first tap reads and a second one opens; the arrow keys go from slot to slot, with Shift to further ones,
 * Enter opens, Escape goes back to the whole. Several slots may be something else to open than one. Fingers that move
 * over it move the page.
 */
export const useReading = (model: ChartModel, onOpen: (slot: Slot) => void, onOpenSeveral = onOpen) => {
  const { slots } = model
  const [ends, setEnds] = useState<{ from: string; to: string }>()
  /** What was read when a finger came down, which itself reads. */
  const touched = useRef<{ before: string | undefined }>(undefined)
  const last = slots.length - 1
  const [from, to] = [ends?.from, ends?.to].map((id) => slots.findIndex((slot) => slot.id === id))
  const read: Read | undefined =
    from === undefined || to === undefined || from < 0 || to < 0
      ? undefined
      : { first: Math.min(from, to), last: Math.max(from, to) }
  const place = read === undefined ? undefined : to
  const readOne = (id: string | undefined) => setEnds(id === undefined ? undefined : { from: id, to: id })
  const goTo = (index: number, isFurther: boolean) => {
    const id = slots[Math.max(0, Math.min(last, index))]?.id
    if (id !== undefined) setEnds({ from: isFurther && read !== undefined && ends ? ends.from : id, to: id })
  }
  const openRead = () => {
    const slot = slotOf(model, read)
    if (slot === undefined || read === undefined) return
    if (read.first === read.last) return onOpen(slot)
    // Of what is shown then it may be something else.
    setEnds(undefined)
    onOpenSeveral(slot)
  }
  const keys: Record<string, (isFurther: boolean) => void> = {
    ArrowLeft: (isFurther) => goTo((place ?? slots.length) - 1, isFurther),
    ArrowRight: (isFurther) => goTo(place === undefined ? last : place + 1, isFurther),
    Home: (isFurther) => goTo(0, isFurther),
    End: (isFurther) => goTo(last, isFurther),
    Enter: openRead,
    Escape: () => setEnds(undefined),
  }
  const slotAt = (event: MouseEvent): Slot | undefined => {
    const { left, width } = event.currentTarget.getBoundingClientRect()
    return slots[Math.max(0, Math.min(last, Math.floor(((event.clientX - left) / width) * slots.length)))]
  }
  const handlers = {
    onKeyDown: (event: KeyboardEvent) => {
      const action = keys[event.key]
      if (action === undefined || (event.key === 'Escape' && read === undefined)) return
      event.preventDefault()
      action(event.shiftKey)
    },
    onPointerDown: (event: PointerEvent) => {
      touched.current = event.pointerType === 'mouse' ? undefined : { before: ends?.to }
      if (event.pointerType === 'mouse') readOne(slotAt(event)?.id)
    },
    onPointerMove: (event: PointerEvent) => {
      if (event.pointerType !== 'mouse') return
      const id = slotAt(event)?.id
      // Held down it reads from where it came down.
      const isHeld = (event.buttons & 1) === 1
      if (id !== undefined) setEnds(isHeld && ends !== undefined ? { from: ends.from, to: id } : { from: id, to: id })
    },
    onPointerLeave: (event: PointerEvent) => {
      if (event.pointerType === 'mouse') setEnds(undefined)
    },
    onClick: (event: MouseEvent) => {
      const slot = slotAt(event)
      if (touched.current === undefined && read !== undefined && read.first < read.last) openRead()
      else if (slot === undefined) return
      else if (touched.current !== undefined && touched.current.before !== slot.id) readOne(slot.id)
      else onOpen(slot)
    },
  }
  return { read, handlers }
}
