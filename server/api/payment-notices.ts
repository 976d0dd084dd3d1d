import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as z from 'zod/mini'
import { ApplicationError } from '#contract/errors.ts'
import { eachProvider } from '#contract/payment-parts.ts'
import type { PaymentProvider } from '#contract/payment-providers/provider.ts'
import { createPaymentNotices } from '../domain/wallet/payment-notices.ts'
import type { ControlPlane } from './control-plane.ts'

const largestNotice = 16 * 1024
const parameters = z.record(z.string(), z.string())

/**
 * Where payment providers tell of payments. They understand two words, and some take any text that has the first one in
 * it for a yes, even `"success": false`: so nothing here is ever answered with the wrapper.
 */
export const addPaymentNotices = (server: FastifyInstance, { domain, database }: ControlPlane): void => {
  const take = createPaymentNotices({ domain, database })

  const add = (provider: PaymentProvider) => {
    const { noticePath, words } = provider
    const answer = async (request: FastifyRequest, reply: FastifyReply) => {
      const notice = z.safeParse(parameters, request.method === 'POST' ? request.body : request.query)
      const isTaken = notice.success && (await take(provider, notice.data))
      return say(reply, isTaken ? words.taken : words.refused)
    }

    server.register(async (scope) => {
      scope.removeAllContentTypeParsers()
      const form = { parseAs: 'string', bodyLimit: largestNotice } as const
      scope.addContentTypeParser('application/x-www-form-urlencoded', form, async (_request: unknown, body: string) =>
        Object.fromEntries(new URLSearchParams(body)),
      )
      scope.setErrorHandler((error, request, reply) => {
        domain.log.error('a payment notice could not be taken', { requestId: request.id, error })
        return say(reply.status(error instanceof ApplicationError ? error.status : 400), words.refused)
      })
      scope.get(noticePath, answer)
      scope.post(noticePath, answer)
    })
  }
  for (const provider of eachProvider) add(provider)
}

const say = (reply: FastifyReply, word: string): FastifyReply =>
  reply.header('content-type', 'text/plain; charset=utf-8').send(word)
