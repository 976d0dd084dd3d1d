import { isObject } from '#protocols/json/json.ts'
import { RunningText, type Span, type TextSearch } from '../../domain/words/running-text.ts'
import { type Leaf, leavesOf } from './answer-leaves.ts'
import type { Frame } from './event-frames.ts'
import type { QuickLook } from './quick-look.ts'

/** What stands in the place of a word. */
const replacement = '***'

export type SearchWish = {
  search: TextSearch
  /** Whether an answer ends where a word begins; else the word is replaced and the answer goes on. */
  stops: boolean
  /** Tells of most answers that there is nothing to find. */
  quickLook?: QuickLook | undefined
  /** How many events are kept back whatever they say, so that a pattern is found that is cut over them. */
  keptBack: number
}

type Place = { text: RunningText; leaves: HeldLeaf[] }
type HeldLeaf = Leaf & Span & { of: Place; event: HeldEvent; edits: { from: number; to: number; by: string }[] }
type HeldEvent = { frame: Frame; leaves: HeldLeaf[]; isChanged: boolean }

/**
 * Looks through a stream of events. An event waits while one of its texts may be the beginning of a word, which is
 * rarely longer than until the next one comes; those behind it wait with it, so that their order stays.
 */
export class SearchedEvents {
  readonly #wish: SearchWish
  readonly #places = new Map<string, Place>()
  #queue: HeldEvent[] = []
  #hasStopped = false

  constructor(wish: SearchWish) {
    this.#wish = wish
  }

  /** Whether a word was found that ends the answer: nothing is to be told behind it. */
  get hasStopped(): boolean {
    return this.#hasStopped
  }

  /** Whether nothing waits for what comes next. */
  get isIdle(): boolean {
    return this.#queue.length === 0 && !this.#hasStopped
  }

  /** Answers what may go on now. */
  push(frame: Frame): Buffer[] {
    if (this.#hasStopped) return []
    const event: HeldEvent = { frame, leaves: [], isChanged: false }
    this.#queue.push(event)
    const leaves = frame.value === undefined ? [] : leavesOf(frame.value)
    for (const leaf of leaves) {
      this.#add(event, leaf)
      if (this.#hasStopped) return this.#release(0)
    }
    if (endsPart(frame.value)) this.#closePlaces()
    return this.#release(this.#wish.keptBack)
  }

  /** The stream is at its end: what waited was no word. */
  end(): Buffer[] {
    this.#closePlaces()
    return this.#release(0)
  }

  #add(event: HeldEvent, leaf: Leaf): void {
    const place = this.#placeOf(leaf.place)
    const start = place.text.length
    const spans = place.text.add(leaf.text)
    if (!leaf.goesOn) place.text.close()
    const held: HeldLeaf = { ...leaf, of: place, event, start, end: place.text.length, edits: [] }
    place.leaves.push(held)
    event.leaves.push(held)
    for (const span of spans) {
      if (!this.#wish.stops) replace(place, span)
      else if (!this.#hasStopped) this.#stop(place, span)
    }
  }

  #placeOf(name: string): Place {
    const known = this.#places.get(name)
    if (known !== undefined) return known
    const place = { text: new RunningText(this.#wish.search), leaves: [] }
    this.#places.set(name, place)
    return place
  }

  /** Nothing of the word is told, nor what came with it or behind it. */
  #stop(place: Place, { start }: Span): void {
    const first = place.leaves.find((leaf) => leaf.end > start)
    const position = first === undefined ? 0 : this.#queue.indexOf(first.event)
    this.#queue = this.#queue.slice(0, position)
    this.#closePlaces()
    this.#hasStopped = true
  }

  /** What comes next begins anew: a stream may name any number of parts. */
  #closePlaces(): void {
    for (const { text } of this.#places.values()) text.close()
    this.#places.clear()
  }

  #release(keptBack: number): Buffer[] {
    let count = 0
    while (count < this.#queue.length - keptBack && this.#queue[count]?.leaves.every(isDecided)) count += 1
    return this.#queue.splice(0, count).map(written)
  }
}

const isDecided = ({ end, of }: HeldLeaf): boolean => end <= of.text.openFrom

const written = ({ frame, leaves, isChanged }: HeldEvent): Buffer => {
  for (const { of } of leaves) of.leaves.shift()
  if (!isChanged) return frame.bytes
  for (const { edits, text, replace } of leaves) if (edits.length > 0) replace(edited(text, edits))
  return frame.write()
}

const replace = (place: Place, span: Span): void => {
  let by = replacement
  for (const leaf of place.leaves) {
    const from = Math.max(span.start, leaf.start)
    const to = Math.min(span.end, leaf.end)
    if (from >= to) continue
    leaf.edits.push({ from: from - leaf.start, to: to - leaf.start, by })
    leaf.event.isChanged = true
    by = ''
  }
}

/** Words and patterns may lie over each other: what is gone already is not taken again. */
const edited = (text: string, edits: HeldLeaf['edits']): string => {
  let told = ''
  let place = 0
  for (const { from, to, by } of edits.toSorted((one, other) => one.from - other.from)) {
    if (to <= place) continue
    told += from >= place ? text.slice(place, from) + by : ''
    place = to
  }
  return told + text.slice(place)
}

/** Behind these the part they are about has no more text, and behind an error nothing has. */
const endsPart = (value: unknown): boolean =>
  isObject(value) && (isObject(value.error) || (typeof value.type === 'string' && partEnd.test(value.type)))

const partEnd = /(?:_stop|\.done|\.completed|\.incomplete|\.failed|^error)$/
