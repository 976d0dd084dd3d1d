import { createStore, type Store } from '../../../lib/store.ts'
import type { Attachment } from '../conversation.ts'

/** What was written and not sent. */
export type Draft = { text: string; files: readonly Attachment[] }
export type KeptDraft = Draft & {
  /** Another one whenever it was changed, by whatever tab. */
  revision: string
}

/** What the browser keeps, for all its tabs. */
export type DraftTable = {
  find: (key: string) => Promise<KeptDraft | undefined>
  /**
   * Keeps it, an empty one by keeping nothing, and answers with its revision. What has another revision than the one that
   * is known stays, and is the answer. Undefined where nothing can be kept.
   */
  keep: (key: string, draft: Draft, known: string) => Promise<{ revision: string } | { found: KeptDraft } | undefined>
}

type Parts = {
  table: DraftTable
  /** Tells other tabs that what is kept under a key has changed. */
  tell: (key: string) => void
  /** What was written here and in another tab at the same time now stands in one draft. */
  onJoined: () => void
}

export type RememberedDraft = {
  shown: Store<Draft>
  /** Whether there is anything that would be lost with the page. */
  unkept: Store<boolean>
  /** Shows the draft of another place. */
  open: (key: string) => void
  write: (change: Partial<Draft>) => void
  /** Empties the draft that is shown now when it is called, which may be later. */
  clearing: () => () => void
  /** Another tab may have changed what is kept under a key. */
  lookAgain: (key: string) => void
  isEmptyAt: (key: string) => boolean
  /** Of all that is in memory; what is kept stays. */
  forget: () => void
}

const emptyDraft: Draft = { text: '', files: [] }

/** What stands at a place, and what of it is known to be kept. */
type Sheet = {
  key: string
  draft: Draft
  kept: Draft
  revision: string
  isRead: boolean
  isOld: boolean
  isBusy: boolean
}

/**
 * What is written, in one place after the other. Every change is kept as soon as the one before is, and never over what
 * another tab has kept meanwhile: that comes before what was written here.
 */
export const createRememberedDraft = ({ table, tell, onJoined }: Parts, first: string): RememberedDraft => {
  const shown = createStore<Draft>(emptyDraft)
  const unkept = createStore(false)
  const sheets = new Map<string, Sheet>()

  const sheetAt = (key: string): Sheet => {
    const sheet = sheets.get(key) ?? newSheet(key)
    sheets.set(key, sheet)
    return sheet
  }
  const show = (): void => {
    shown.set(current.draft)
    unkept.set([...sheets.values()].some((sheet) => isAhead(sheet) && !isEmptyDraft(sheet.draft)))
  }
  const accept = (sheet: Sheet, found: KeptDraft | undefined): void => {
    const wasRead = sheet.isRead
    sheet.isRead = true
    const revision = found?.revision ?? ''
    if (revision === sheet.revision) return
    const theirs = found === undefined ? emptyDraft : { text: found.text, files: found.files }
    const own = sheet.draft
    const draft = isAhead(sheet) ? joined(theirs, own) : theirs
    Object.assign(sheet, { revision, kept: theirs, draft })
    if (wasRead && draft !== theirs && draft !== own) onJoined()
  }
  const keep = async (sheet: Sheet): Promise<boolean> => {
    const { key, draft, revision } = sheet
    const answer = await table.keep(key, draft, revision)
    if (answer === undefined) return false
    if ('found' in answer) accept(sheet, answer.found)
    else {
      Object.assign(sheet, { revision: answer.revision, kept: draft })
      tell(key)
    }
    return true
  }
  const settle = async (sheet: Sheet): Promise<void> => {
    show()
    if (sheet.isBusy) return
    sheet.isBusy = true
    try {
      while (sheet.isOld || isAhead(sheet)) {
        if (sheet.isOld) {
          sheet.isOld = false
          accept(sheet, await table.find(sheet.key))
        } else if (!(await keep(sheet))) break
        show()
      }
    } catch {
      // The storage is full, most likely: it is tried again with the next word.
    }
    sheet.isBusy = false
    letGo(sheet)
    show()
  }
  /** What is kept can be read again. */
  const letGo = (sheet: Sheet): void => {
    if (sheet !== current && !sheet.isBusy && !isAhead(sheet)) sheets.delete(sheet.key)
  }
  const change = (sheet: Sheet, draft: Draft): void => {
    sheets.set(sheet.key, sheet)
    sheet.draft = draft
    void settle(sheet)
  }

  let current = sheetAt(first)
  void settle(current)
  return {
    shown,
    unkept,
    open: (key) => {
      if (key === current.key) return
      const left = current
      current = sheetAt(key)
      letGo(left)
      current.isOld = true
      void settle(current)
    },
    write: (changed) => change(current, { ...current.draft, ...changed }),
    clearing: () => {
      const sheet = current
      return () => change(sheet, emptyDraft)
    },
    lookAgain: (key) => {
      const sheet = sheets.get(key)
      if (sheet === undefined) return
      sheet.isOld = true
      void settle(sheet)
    },
    isEmptyAt: (key) => isEmptyDraft(sheets.get(key)?.draft ?? emptyDraft),
    forget: () => {
      const { key } = current
      sheets.clear()
      current = sheetAt(key)
      void settle(current)
    },
  }
}

const newSheet = (key: string): Sheet => ({
  key,
  draft: emptyDraft,
  kept: emptyDraft,
  revision: '',
  isRead: false,
  isOld: true,
  isBusy: false,
})

const isAhead = ({ draft, kept }: Sheet): boolean => draft !== kept

export const isEmptyDraft = ({ text, files }: Draft): boolean => text.trim() === '' && files.length === 0

/** Both, unless one holds the other. */
const joined = (theirs: Draft, own: Draft): Draft => {
  if (holds(theirs, own)) return theirs
  if (holds(own, theirs)) return own
  const text = theirs.text.includes(own.text)
    ? theirs.text
    : own.text.includes(theirs.text)
      ? own.text
      : `${theirs.text}\n${own.text}`
  return { text, files: [...theirs.files, ...own.files.filter((file) => !hasFile(theirs, file))] }
}

const holds = (one: Draft, other: Draft): boolean =>
  one.text.includes(other.text) && other.files.every((file) => hasFile(one, file))

const hasFile = ({ files }: Draft, { name, content }: Attachment): boolean =>
  files.some((each) => each.name === name && each.content === content)
