import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectFolder } from '../run-program.ts'

/** What tests said before the run ended, and whether it ended well by itself. */
type TestRun = { passed: boolean; output: string }

/** A copy of the project in which files may be wrong for a while. */
export type MutantCopy = {
  write: (path: string, text: string) => void
  /** Runs the test files that the words name until the first test fails. */
  test: (words: readonly string[], limitMs: number) => Promise<TestRun>
  /** Of the texts, each of which could stand at `path`, the places of those that do not compile. */
  uncompiled: (variants: readonly { path: string; text: string }[]) => Set<number>
  remove: () => void
}

/** What no mutant changes, and is too large to copy. */
const linked: readonly string[] = ['node_modules', 'dist', '.runtime', '../shared']

/** The threads and processes that tests start load files of their own: so the files themselves are changed, elsewhere. */
export const copyProject = (): MutantCopy => {
  const above = mkdtempSync(join(tmpdir(), 'sluice-mutants-'))
  const folder = join(above, 'sluice')
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: projectFolder })
  for (const path of String(stdout).split('\0')) {
    // In a second working tree the linked folders are links already, which git takes for files.
    if (path === '' || linked.includes(path) || !existsSync(join(projectFolder, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(projectFolder, path), join(folder, path))
  }
  for (const path of linked) {
    if (existsSync(join(projectFolder, path))) symlinkSync(join(projectFolder, path), join(folder, path))
  }
  return {
    write: (path, text) => writeFileSync(join(folder, path), text),
    test: (words, limitMs) => testWithin(folder, words, limitMs),
    uncompiled: (variants) => uncompiledIn(folder, variants),
    remove: () => rmSync(above, { recursive: true, force: true }),
  }
}

const testWithin = (folder: string, words: readonly string[], limitMs: number): Promise<TestRun> =>
  new Promise((resolve, reject) => {
    const all = ['node_modules/vitest/vitest.mjs', 'run', '--config', 'scripts/mutants/vitest.config.ts', '--bail=1']
    const child = spawn(process.execPath, [...all, ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: { ...process.env, NO_COLOR: '1' },
      // With a group of its own, so that its workers end with it.
      detached: true,
    })
    const output: Buffer[] = []
    for (const stream of [child.stdout, child.stderr]) stream.on('data', (bytes: Buffer) => output.push(bytes))
    const timer = setTimeout(() => {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, limitMs)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve({ passed: code === 0, output: Buffer.concat(output).toString() })
    })
  })

/** They stand beside the file that they are variants of, so that one run of the compiler sees all of them. */
const uncompiledIn = (folder: string, variants: readonly { path: string; text: string }[]): Set<number> => {
  const paths = variants.map(({ path }, index) => path.replace(/\.ts$/, `.variant-${index}.ts`))
  for (const [index, { text }] of variants.entries()) writeFileSync(join(folder, paths[index] ?? ''), text)
  const settings = join(folder, 'tsconfig.variants.json')
  writeFileSync(settings, JSON.stringify({ extends: './tsconfig.json', include: paths }))
  const words = ['node_modules/typescript/bin/tsc', '--pretty', 'false', '-p', settings]
  const { stdout } = spawnSync(process.execPath, words, { cwd: folder, encoding: 'utf8', maxBuffer: 2 ** 28 })
  for (const path of [...paths.map((each) => join(folder, each)), settings]) rmSync(path)
  return new Set([...stdout.matchAll(/^\S+\.variant-(\d+)\.ts\(/gm)].map(([, index]) => Number(index)))
}
