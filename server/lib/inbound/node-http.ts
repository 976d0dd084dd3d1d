/** Imported by name it would give all its parts at once, Node's own client for `fetch` among them: 8 MB. */
export const { createServer, STATUS_CODES } = process.getBuiltinModule('node:http')
