export type BodyRefusal =
  /** More bytes than allowed, as sent or as decoded. */
  | 'too_large'
  /** Compressed data that is damaged or ends early. */
  | 'malformed'
  /** A content encoding we do not know, or more than one. */
  | 'encoding_unsupported'
  /** Not received in time, or too little at a time. */
  | 'too_slow'
  /** Other bodies of the same owner fill what there is for him. */
  | 'too_many_of_one'
  /** Bodies fill what there is for all. */
  | 'too_many'
  /** The other side went away in the middle. */
  | 'client_gone'

/** Why a body was not read. */
export class BodyRefused extends Error {
  override readonly name = 'BodyRefused'
  readonly reason: BodyRefusal
  constructor(reason: BodyRefusal) {
    super(`The body was refused: ${reason}`)
    this.reason = reason
  }
}
