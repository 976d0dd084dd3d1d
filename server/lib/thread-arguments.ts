/**
 * What a thread of ours is started with. What the process loads before the server it loads as well; what keeps it in the
 * background, and what opens SQLite, are new in Node and would say so each time.
 */
export const threadArguments = (): string[] => [
  ...process.execArgv.filter((word) => word.startsWith('--import=')),
  '--disable-warning=ExperimentalWarning',
]
