/** Loaded before a server: a signal makes it fail in a way that nobody catches, as the environment says. */

const fail: Readonly<Record<string, () => void>> = {
  exception: () =>
    setTimeout(() => {
      throw new Error('a fault that a test makes')
    }),
  rejection: () => {
    Promise.reject(new Error('a fault that a test makes'))
  },
}

process.on('SIGUSR2', () => fail[process.env.SLUICE_TEST_FAULT ?? '']?.())
