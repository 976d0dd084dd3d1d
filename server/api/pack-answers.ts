import { pipeline, Readable } from 'node:stream'
import { createGzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { chooseEncoding } from '../lib/inbound/accepted-encoding.ts'
import { createGzipPacker } from '../lib/inbound/gzip-packer.ts'

/**
 * Packs answers for clients that can unpack them. Those that are there whole are packed whole, away from the event
 * loop: as streams they would pass it a dozen times.
 */
export const packAnswers = (server: FastifyInstance): void => {
  const packWhole = createGzipPacker(level)
  server.addHook('onSend', async (request, reply, payload) => {
    const isFile = payload instanceof Readable
    if (!isFile && (typeof payload !== 'string' || payload.length < shortest)) return payload
    reply.header('vary', 'accept-encoding')
    if (chooseEncoding(String(request.headers['accept-encoding'] ?? ''), ['gzip']) === 'identity') return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    // What breaks off on the way is the sender's to tell.
    return isFile ? pipeline(payload, createGzip({ level }), () => {}) : packWhole(payload)
  })
}

/** Shorter answers fit one packet as they are. */
const shortest = 1024

/** A quarter larger than usual, for less than half of the processor time, which calls of the relay need more. */
const level = 1
