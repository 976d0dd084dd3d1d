import { spawn, spawnSync } from 'node:child_process'
import { cpSync, existsSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { projectFolder } from '../run-program.ts'

type TestRun = 'passed' | 'failed' | 'took too long'

/** A copy of the project in which files may be wrong for a while. */
export type MutantCopy = {
  write: (path: string, text: string) => void
  /** Runs test files until the first test fails. */
  test: (files: readonly string[], limitMs: number) => Promise<TestRun>
  remove: () => void
}

/** The threads and processes that tests start load files of their own: so the files themselves are changed, elsewhere. */
export const copyProject = (): MutantCopy => {
  const above = mkdtempSync(join(tmpdir(), 'sluice-mutants-'))
  const folder = join(above, 'sluice')
  const { stdout } = spawnSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], { cwd: projectFolder })
  for (const path of String(stdout).split('\0')) {
    if (path === '' || !existsSync(join(projectFolder, path))) continue
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    cpSync(join(projectFolder, path), join(folder, path))
  }
  for (const path of ['node_modules', 'dist', '.runtime', '../shared']) {
    if (existsSync(join(projectFolder, path))) symlinkSync(join(projectFolder, path), join(folder, path))
  }
  return {
    write: (path, text) => writeFileSync(join(folder, path), text),
    test: (files, limitMs) => testWithin(folder, files, limitMs),
    remove: () => rmSync(above, { recursive: true, force: true }),
  }
}

const testWithin = (folder: string, files: readonly string[], limitMs: number): Promise<TestRun> =>
  new Promise((resolve, reject) => {
    const words = ['run', '--config', 'scripts/mutants/vitest.config.ts', '--bail=1', ...files]
    const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', ...words], {
      cwd: folder,
      stdio: 'ignore',
      // With a group of its own, so that its workers end with it.
      detached: true,
    })
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
    }, limitMs)
    child.on('error', reject)
    child.on('close', (code) => {
      clearTimeout(timer)
      resolve(isLate ? 'took too long' : code === 0 ? 'passed' : 'failed')
    })
  })
