import { runProgram } from './run-program.ts'
import type { Step } from './steps.ts'

const step = (title: string, script: string, ...words: string[]): Step => ({
  title,
  run: async () => {
    const { code, output } = await runProgram(script, words)
    return { ok: code === 0, output }
  },
})

/** What needs no running server, cheapest first. */
export const checkSteps: readonly Step[] = [
  step('format and lint', 'node_modules/@biomejs/biome/bin/biome', 'check', '--error-on-warnings'),
  step('layers', 'scripts/check-layers.ts'),
  step('made pages', 'scripts/write-documents.ts', '--check'),
  step('types of the server', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.json'),
  step('types of the console', 'node_modules/typescript/bin/tsc', '-p', 'tsconfig.web.json'),
  step('unused code', 'node_modules/knip/bin/knip.js', '--no-progress'),
]
