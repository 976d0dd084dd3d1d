/** What one finished call changes, all of it or nothing, and only once per `requestId`. */
export type Settlement = {
  requestId: string
  createdAt: number
  userId: number
  username: string
  /** 0 when no token was used (playground). */
  tokenId: number
  tokenName: string
  channelId: number
  modelName: string
  group: string
  quota: number
  promptTokens: number
  completionTokens: number
  useTime: number
  isStream: boolean
  content: string
  /** JSON text. */
  other: string
  /** Whether the call counts as a request of the user. */
  counted: boolean
  /** False: the charge is kept without a log row. */
  logged: boolean
}
