import { brotliCompressSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { providers } from '#providers/index.ts'
import { shownMarks } from '#providers/makers.ts'
import { marks } from '#providers/marks.ts'
import { markSprite } from './mark-sprite.ts'

it('marks are of providers that there are, and each stands in the sprite once, coloured where it is used', () => {
  const names = new Set(providers.map(({ name }) => name))
  expect(Object.keys(marks).filter((name) => !names.has(name))).toEqual([])
  const sprite = markSprite()
  for (const file of shownMarks) expect(sprite.split(`<symbol id="${file}"`)).toHaveLength(2)
  // A shape of a fixed colour is lost on a ground of the same, and one that names a part of its own file finds none.
  expect(sprite.match(/(?:fill|stroke)="(?!currentColor|none|evenodd)[^"]*"|url\(|<script|href=|style=/g)).toBeNull()
})

it('the sprite is at most 45 kB on its way', () => {
  expect(brotliCompressSync(markSprite()).length).toBeLessThan(45_000)
})
