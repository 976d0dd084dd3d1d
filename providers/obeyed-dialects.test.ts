import { expect, it } from 'vitest'
import { providers } from './index.ts'
import { obeyedDialects } from './obeyed-dialects.ts'
import { choosableDialects } from './provider.ts'

const dialectsOf = (name: string) => {
  const provider = providers.find((candidate) => candidate.name === name)
  if (provider === undefined) throw new Error(`no provider ${name}`)
  return obeyedDialects(provider)
}

it('offers a choice where a provider speaks what it is told to', () => {
  expect(dialectsOf('openai')).toEqual(choosableDialects)
  expect(dialectsOf('custom')).toEqual(choosableDialects)
})

it('offers none where a provider has a dialect of its own', () => {
  expect(dialectsOf('anthropic')).toEqual([])
  expect(dialectsOf('gemini')).toEqual([])
  expect(dialectsOf('vertex')).toEqual([])
})
