import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { brotliCompress, constants } from 'node:zlib'
import type { Plugin } from 'vite'

const isText = /\.(?:js|css|svg)$/

/**
 * Puts each file that is text beside itself in the form that browsers get, which is packed as small as can be: that takes
 * longer than whoever asks for it first should wait.
 */
export const packedFilesPlugin = (): Plugin => ({
  name: 'packed files',
  apply: 'build',
  async writeBundle({ dir = '' }, bundle) {
    await Promise.all(
      Object.keys(bundle)
        .filter((name) => isText.test(name))
        .map(async (name) => {
          const file = join(dir, name)
          await writeFile(`${file}.br`, await pack(await readFile(file)))
        }),
    )
  },
})

const pack = (content: Buffer): Promise<Buffer> =>
  promisify(brotliCompress)(content, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_MODE]: constants.BROTLI_MODE_TEXT,
      [constants.BROTLI_PARAM_SIZE_HINT]: content.length,
    },
  })
