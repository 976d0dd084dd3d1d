import { expect, it } from 'vitest'
import { setLanguage } from './i18n.ts'
import { refusalText } from './refusal-words.ts'

it.each(['constructor', '__proto__', 'toString', 'wrong {code:invalid}'])(
  'What an upstream said stands in a refusal as it is, in a further language too: %s',
  async (reason) => {
    await setLanguage('fr')
    const said = await refusalText({ code: 'input_invalid', message: 'in English', values: { field: 'key', reason } })
    expect(said).not.toBe('in English')
    expect(said).toContain(reason)
  },
)
