import { expect, it } from 'vitest'
import { formulaMark, markdownBlocks, markFormulas } from './markdown-blocks.ts'

it('parts a text at blank lines, and nothing within code, lists and tables', () => {
  expect(markdownBlocks('One\ntwo\n\n# Three\n\n\n| a | b |\n|---|---|\n| 1 | 2 |\n')).toEqual([
    'One\ntwo',
    '# Three',
    '| a | b |\n|---|---|\n| 1 | 2 |',
  ])
  expect(markdownBlocks('Look:\n\n```js\na\n\nb\n```\n\nDone')).toEqual(['Look:', '```js\na\n\nb\n```', 'Done'])
  expect(markdownBlocks('- a\n\n- b\n\n  more\n\nDone')).toEqual(['- a\n\n- b\n\n  more', 'Done'])
  expect(markdownBlocks('A [link][x].\n\n[x]: https://a.example')).toHaveLength(1)
  expect(markdownBlocks('\n\n')).toEqual([])
})

it('leaves what is finished as it was while the text grows', () => {
  const text = 'One\n\n- a\n\n- b\n\n```\nx\n\ny\n```\n\nLast words'
  const whole = markdownBlocks(text)
  for (let length = 1; length < text.length; length += 1) {
    const finished = markdownBlocks(text.slice(0, length)).slice(0, -1)
    expect(finished).toEqual(whole.slice(0, finished.length))
  }
})

it('knows formulas from prices and from code', () => {
  expect(markFormulas('Euler: $e^{i\\pi}=-1$, \\(x\\)')).toBe(
    `Euler: \`${formulaMark}e^{i\\pi}=-1\`, \`${formulaMark}x\``,
  )
  expect(markdownBlocks('So\n$$\na+b\n$$\nand')).toEqual(['So', `\`\`\`${formulaMark}\na+b\n\`\`\``, 'and'])
  for (const text of ['It costs $5 and $10.', 'From $5/$10', '`a $x$ b`', '```\n$x$\n```', 'US$ 5']) {
    expect(markFormulas(text)).toBe(text)
  }
})
