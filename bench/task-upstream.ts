import { createServer } from 'node:http'

/** Says of every song and film it is asked about that it is being made. */
const [port] = process.argv.slice(2).map(Number)

createServer((request, response) => {
  const pieces: Buffer[] = []
  request.on('data', (piece: Buffer) => pieces.push(piece))
  request.on('end', () => {
    const told =
      request.method === 'POST'
        ? { code: 'success', data: songs(JSON.parse(Buffer.concat(pieces).toString()).ids) }
        : { id: request.url?.split('/').at(-1), object: 'video', status: 'in_progress', progress: 40 }
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(told))
  })
}).listen(port, '127.0.0.1', 4096)

const songs = (ids: readonly string[]) => ids.map((id) => ({ task_id: id, status: 'IN_PROGRESS', progress: '40%' }))
