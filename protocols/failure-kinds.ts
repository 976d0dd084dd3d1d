type KindOfFailure = {
  about: string
  /** Whether the same request may go well later: programs are told where their own rule says otherwise. */
  again: boolean
}

/** What can go wrong with a call, in words of no dialect. Each dialect has its own for every one. */
export const failureKinds = {
  key_unknown: { about: 'no key, or one that is none of ours', again: false },
  key_spent: { about: 'a key that counts no more, or nobody who is signed in', again: false },
  no_credit: { about: 'the user or the key has nothing left to pay with', again: false },
  forbidden: { about: 'who asks may not have this', again: false },
  model_unknown: { about: 'nobody offers the model', again: false },
  not_found: { about: 'an address or a thing that is not there', again: false },
  method_unknown: { about: 'the address knows no such method', again: false },
  upgrade_wanted: { about: 'the address is a WebSocket', again: false },
  request_invalid: { about: 'the request says something that cannot be', again: false },
  request_unfit: { about: 'the request can be read, and not be done', again: false },
  context_too_long: { about: 'the prompt is longer than the model takes', again: false },
  content_refused: { about: 'what was asked or answered is not allowed', again: false },
  body_too_large: { about: 'the body is larger than anybody takes', again: false },
  body_too_slow: { about: 'the body, or the client, took too long', again: true },
  body_unreadable: { about: 'a type or encoding of the body that nobody reads', again: false },
  conflict: { about: 'the thing is in a state that does not allow it', again: false },
  limited: { about: 'too many requests', again: true },
  unavailable: { about: 'nobody can serve it just now', again: true },
  overloaded: { about: 'the upstream has too much to do', again: true },
  upstream_failed: { about: 'the upstream did not do its part', again: true },
  upstream_slow: { about: 'the upstream did not answer in time', again: true },
  internal: { about: 'a fault of the gateway, or of the upstream', again: true },
  unimplemented: { about: 'nothing here does this', again: false },
} as const satisfies Record<string, KindOfFailure>

export type FailureKind = keyof typeof failureKinds

/**
 * What programs do with a status by their own rule: those of two makers ask again by all of these, unless the answer
 * says no. Google's asks again by the same, where it is told to ask again at all, but for 409.
 */
export const isAskedAgain = (status: number): boolean =>
  status === 408 || status === 409 || status === 429 || status >= 500

/** Nobody should wait in silence for longer than this, whatever a limit wants. */
export const longestSilentWait = 60

/** Whether a program should ask again by itself. */
export const mayAskAgain = (kind: FailureKind, retryAfterSeconds = 0): boolean =>
  failureKinds[kind].again && retryAfterSeconds <= longestSilentWait

/** The kind of a status that says all there is to say. */
export const kindOfStatus = (status: number): FailureKind =>
  kindsByStatus[status] ?? (status < 400 || status > 500 ? 'upstream_failed' : 'request_invalid')

const kindsByStatus: Readonly<Record<number, FailureKind>> = {
  401: 'key_unknown',
  402: 'no_credit',
  403: 'forbidden',
  404: 'not_found',
  405: 'method_unknown',
  408: 'body_too_slow',
  409: 'conflict',
  413: 'body_too_large',
  415: 'body_unreadable',
  422: 'request_unfit',
  426: 'upgrade_wanted',
  429: 'limited',
  500: 'internal',
  501: 'unimplemented',
  502: 'upstream_failed',
  503: 'unavailable',
  504: 'upstream_slow',
  529: 'overloaded',
}

/** A word that no dialect takes for another's: small letters, as all codes of all makers but those in capitals. */
export const plainCode = (code: string | number | null | undefined): string | null =>
  typeof code === 'string' && /^[a-z][a-z0-9_.-]{1,63}$/.test(code) ? code : null
