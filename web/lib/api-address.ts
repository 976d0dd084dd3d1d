/** Where clients reach this installation: as the operator says, else where the console came from. */
export const apiAddress = (serverAddress: string, origin: string): string =>
  (serverAddress === '' ? origin : serverAddress).replace(/\/+$/, '')
