import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, it } from 'vitest'
import { colourCode } from './code-colours.ts'
import { MarkdownBlock } from './markdown-block.tsx'

const attacks = ['<img src=x onerror=a()>', '<script>a()</script>', '</code><svg onload="a()">']

const drawn = (text: string): string => renderToStaticMarkup(createElement(MarkdownBlock, { text }))

describe('what a model says', () => {
  it.each(attacks)('T37: stays text among words: %s', (attack) => {
    for (const text of [attack, `Look: ${attack}`, `- ${attack}`, `\`${attack}\``, `[${attack}](https://a.example)`]) {
      expect([text, drawn(text)]).toEqual([text, expect.not.stringMatching(/<(?:img|script|svg)/)])
    }
  })

  it.each(['javascript:a()', 'JavaScript:a()', 'java&#115;cript:a()', 'data:text/html,a', 'vbscript:a()'])(
    'T37: has no link that leads to a script: %s',
    (address) => {
      for (const text of [`[one](${address})`, `<${address}>`, `![two](${address})`, `[three][x]\n\n[x]: ${address}`]) {
        expect([text, drawn(text)]).toEqual([text, expect.not.stringMatching(/href="(?:java|vb|data)/i)])
      }
    },
  )

  it.each(['xml', 'javascript', 'typescript', 'bash', 'json', 'python', 'sql', 'css', 'go'])(
    'T37: stays text in code of %s that has its colours',
    (language) => {
      for (const attack of attacks) {
        const html = colourCode(attack, language)
        expect(html?.replaceAll(/<span class="[\w -]+">|<\/span>/g, '')).toMatch(/^[^<>]+$/)
      }
    },
  )
})
