import { answerJson, startAnsweringUpstream } from './answering-upstream.ts'

type Answer = { status?: number; body: unknown }
type Asked = { path: string; authorization: string; form: Record<string, string> }

/** Places that keep accounts, as far as the gateway asks them. A code is the account's number. */
export type LoginServer = {
  url: string
  /** What was asked for, in order. */
  asked: Asked[]
  /** What is known of the holder of a token, by path; the token is the code it was made of. */
  answers: Record<string, (token: string) => Answer>
  close: () => Promise<void>
}

export const startLoginServer = async (): Promise<LoginServer> => {
  const asked: Asked[] = []
  const answers: LoginServer['answers'] = {}
  const { url, close } = await startAnsweringUpstream(({ path, headers, key, text }, response) => {
    const { pathname, search } = new URL(path, 'http://login')
    const form = Object.fromEntries(new URLSearchParams(text || search))
    asked.push({ path: pathname, authorization: headers.authorization ?? '', form })
    const { status = 200, body } = answers[pathname]?.(form.code ?? key) ?? { status: 404, body: {} }
    answerJson(response, status, body)
  })
  return { url, asked, answers, close }
}
