import { createServer } from 'node:http'
import { chatAnswer } from './requests.ts'

/** Answers every call at once, and the same. */
const [port] = process.argv.slice(2).map(Number)

createServer((request, response) => {
  request.resume()
  request.on('end', () => response.writeHead(200, { 'content-type': 'application/json' }).end(chatAnswer))
}).listen(port, '127.0.0.1', 4096)
