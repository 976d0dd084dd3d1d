import { spawnSync } from 'node:child_process'
import { accessSync, constants, existsSync, readdirSync, realpathSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { registryFolders, type ServiceName, takeFromRegistry } from './registry-services.ts'

type Service = { programs: readonly string[]; debianPackage: string }

const services: Record<ServiceName, Service> = {
  postgres: { programs: ['postgres'], debianPackage: 'postgresql' },
  redis: { programs: ['redis-server', 'valkey-server'], debianPackage: 'redis-server' },
  chromium: {
    programs: ['chromium', 'google-chrome', 'google-chrome-stable', 'chromium-browser', 'Google Chrome'],
    debianPackage: 'chromium',
  },
  nginx: { programs: ['nginx'], debianPackage: 'nginx-light' },
  wrk: { programs: ['wrk'], debianPackage: 'wrk' },
}

/** The path of a program that tests or benches run beside us. initdb and pg_ctl lie in the folder of postgres. */
export const findService = (name: ServiceName): string | undefined => {
  for (const program of services[name].programs) {
    const path = searchedFolders(name)
      .map((folder) => join(folder, program))
      .find(isExecutable)
    // A link to the server alone has no initdb beside it; the file it leads to has.
    if (path) return name === 'postgres' ? realpathSync(path) : path
  }
  return undefined
}

/** How a person gets the service where it is missing. */
export const howToGet = (name: ServiceName): string =>
  `${name} was not found; the Debian package is ${services[name].debianPackage}`

/** Finds the services, or gets them from Debian (as root) or from the npm registry. Answers those still missing. */
export const obtainServices = async (
  names: readonly ServiceName[],
  say: (text: string) => void,
): Promise<ServiceName[]> => {
  const missing = () => names.filter((name) => !findService(name))
  if (missing().length > 0) installDebianPackages(missing(), say)
  for (const name of missing()) await takeFromRegistry(name, say)
  return missing()
}

const searchedFolders = (name: ServiceName): string[] => [
  ...(process.env.PATH ?? '').split(delimiter).filter((folder) => folder !== ''),
  '/usr/sbin',
  '/usr/local/sbin',
  '/Applications/Google Chrome.app/Contents/MacOS',
  ...(name === 'postgres' ? postgresFolders() : []),
  ...registryFolders(name),
]

/** Debian keeps each version apart and puts none of them on the path. */
const postgresFolders = (): string[] => {
  const versions = '/usr/lib/postgresql'
  if (!existsSync(versions)) return []
  const newestFirst = readdirSync(versions).sort((a, b) => Number(b) - Number(a))
  return newestFirst.map((version) => join(versions, version, 'bin'))
}

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

const installDebianPackages = (names: readonly ServiceName[], say: (text: string) => void): void => {
  if (process.getuid?.() !== 0 || !existsSync('/usr/bin/apt-get')) return
  const packages = names.map((name) => services[name].debianPackage)
  say(`Installing Debian packages: ${packages.join(' ')}`)
  // With run level 1 a package starts no daemon of its own.
  const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', RUNLEVEL: '1' }
  const runApt = (words: string[]) => spawnSync('apt-get', ['-q', '-y', ...words], { env, encoding: 'utf8' })
  const failed = [['update'], ['install', '--no-install-recommends', ...packages]]
    .map(runApt)
    .find((ran) => ran.status !== 0)
  if (failed) say(`apt-get: ${failed.stderr.trim()}`)
}
