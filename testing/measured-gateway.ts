/**
 * The gateway, which tells its parent how much work it did at the most in one turn of its event loop since it was last
 * asked, in milliseconds of its processor: others have to wait for it so long, and what else the machine does adds
 * nothing.
 */

let longest = 0
let seen = process.threadCpuUsage()
// A timer comes once in a turn, at the earliest after its time.
setInterval(() => {
  const { user, system } = process.threadCpuUsage(seen)
  seen = process.threadCpuUsage()
  longest = Math.max(longest, (user + system) / 1000)
}, 1)

process.on('message', () => {
  process.send?.(longest)
  longest = 0
})

await import('#server/main.ts')
