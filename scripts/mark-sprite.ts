import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Plugin } from 'vite'
import { shownMarks } from '#providers/makers.ts'

const folder = join(import.meta.dirname, '..', 'node_modules', '@lobehub', 'icons-static-svg', 'icons')

/** All marks that are shown, in one file that is coloured where it is used. */
export const markSprite = (): string => {
  const symbols = shownMarks.map((file) => symbolOf(file, readFileSync(join(folder, `${file}.svg`), 'utf8')))
  return `<svg xmlns="http://www.w3.org/2000/svg">${symbols.join('')}</svg>\n`
}

const symbolOf = (name: string, svg: string): string => {
  const [, head = '', inside = ''] = /^<svg([^>]*)>([\s\S]*)<\/svg>\s*$/.exec(svg) ?? []
  const [, box] = /viewBox="([\d. -]+)"/.exec(head) ?? []
  if (box === undefined) throw new Error(`the mark ${name} is not drawn as the others are`)
  const shapes = inside.replace(/<title>[^<]*<\/title>/, '')
  return `<symbol id="${name}" viewBox="${box}" fill="currentColor" fill-rule="evenodd">${shapes}</symbol>`
}

/** Serves it while somebody works on the console, and puts it beside the built files. */
export const marksPlugin = (): Plugin => ({
  name: 'marks',
  configureServer: (server) => {
    server.middlewares.use('/marks.svg', (_request, response) => {
      response.setHeader('content-type', 'image/svg+xml')
      response.end(markSprite())
    })
  },
  generateBundle() {
    this.emitFile({ type: 'asset', fileName: 'marks.svg', source: markSprite() })
  },
})
