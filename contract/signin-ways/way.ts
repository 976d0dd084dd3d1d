import type { Digests } from '../digests.ts'
import type { ErrorCode } from '../errors.ts'
import type { OptionKind, Place, ReadOption } from '../registry-entry.ts'

/** What a place tells of whoever signs in. */
export type ToldAccount = {
  /** What stays the same when its owner renames it. */
  subject: string
  name?: string
  displayName?: string
  /** Left out unless the place vouches for it. */
  email?: string
}

/** A small picture of 24 by 24: lines in the colour of the text, or areas. */
export type Mark = { lines: readonly string[] } | { areas: readonly { path: string; colour?: string; edge?: true }[] }

/** What is true of every way to sign in. `Key` are the names of its options, which are text. */
type Way<Key extends string> = {
  /** In the paths of its calls, and in storage. */
  name: string
  /** In messages; what the console calls it stands among its words. */
  label: string
  mark: Mark
  /** The field of a user that tells his account there. */
  field: string
  /** The option that turns it on, the field of the status that tells so, and what must be filled in before. */
  switch: { option: string; shown: string; needs: readonly Key[] }
  options: Readonly<Record<Key, OptionKind>>
  /** What everybody may know, and the console must before anybody signs in: fields of the status, with their options. */
  shown: Readonly<Record<string, Key>>
  /** What is said of a proof that proves nothing. */
  refusal: ErrorCode
}

/** The browser leaves for a page elsewhere, and comes back to `/oauth/<name>` with a code (OAuth). */
export type RedirectWay<Key extends string = string> = Way<Key> & {
  kind: 'redirect'
  page: Place<Key>
  /** What the page is asked with, besides the state. `challenge` is the first half of PKCE, `verifier` the second. */
  ask: (journey: { option: ReadOption<Key>; comeBack: string; challenge: string }) => Record<string, string>
  /** Where the code becomes a token, and where its holder's account is told. */
  token: Place<Key>
  account: Place<Key>
  exchange: (journey: { option: ReadOption<Key>; comeBack: string; code: string; verifier: string }) => Exchange
  /** The account in an answer; undefined when none can be read. */
  read: (answer: unknown) => ToldAccount | undefined
  /** Its addresses can be read from the one in this option: members of what is found there, and the options they fill. */
  discovery?: { url: Key; fills: Readonly<Record<string, Key>> }
}

/** `login` goes as the name and the password of the request. */
type Exchange = { form: Record<string, string>; login?: { name: string; password: string } }

/** The operator's own server gives people a code, for which they look at a picture. */
export type CodeWay<Key extends string = string> = Way<Key> & {
  kind: 'code'
  picture: Key
  paths: CallPaths
  /** Whether a stranger becomes a user. */
  welcomes: boolean
  ask: (question: { option: ReadOption<Key>; code: string }) => { url: string; headers: Record<string, string> }
  read: (answer: unknown) => ToldAccount | undefined
}

/** A frame of the place's own tells fields that it signed. */
export type SignedWay<Key extends string = string> = Way<Key> & {
  kind: 'signed'
  paths: CallPaths
  welcomes: boolean
  /** The field without which nothing was signed. */
  signature: string
  frame: (page: { option: ReadOption<Key>; origin: string; address: string; language: string }) => URL
  /** The fields in a message of the frame; nothing in any other message. */
  receive: (message: unknown) => Record<string, string> | undefined
  /** Undefined unless the fields were signed just now. */
  check: (
    fields: Readonly<Record<string, string>>,
    given: { option: ReadOption<Key>; nowSeconds: number; digests: Digests },
  ) => ToldAccount | undefined
}

type CallPaths = { enter: `/api/oauth/${string}`; bind: `/api/oauth/${string}` }

export type SigninWay = RedirectWay | CodeWay | SignedWay
