import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Access, Endpoint, EndpointAnswer, EndpointInput, FileAnswer } from '#contract/endpoint.ts'
import type { Language, ServerLanguage } from '#contract/languages.ts'
import { roles } from '#contract/user.ts'
import type { Asker } from '../domain/people/known-devices.ts'
import { createAnswerText, type WrittenAnswer } from './answer-text.ts'
import { isBareCall, type SignedIn } from './authenticate.ts'
import { parseInput } from './parse-input.ts'

type CallerOf<Needed extends Access> = Needed extends 'public'
  ? undefined
  : Needed extends 'visitor'
    ? SignedIn | undefined
    : SignedIn

/** The session of the client that calls, whoever it is. */
export type CallSession = {
  /** Undefined without a valid session. */
  idHash: () => Promise<string | undefined>
  /** Signs the user in on this client, under a new id. */
  begin: (userId: number) => Promise<void>
  /** Its user has just shown again who he is. */
  prove: () => Promise<void>
  end: () => Promise<void>
  /** The user has proved himself on this device, and goes on with it while others guess at his password. */
  rememberDevice: (userId: number) => Promise<void>
  asker: () => Asker
  /** What tells this browser from all others, whether anybody is signed in or not. */
  browser: () => string
}

/** A parsed call, as its handler receives it. */
type Call<E extends Endpoint> = EndpointInput<E> & {
  caller: CallerOf<E['access']>
  address: string
  /** Made on this machine, under a name of its own. */
  local: boolean
  /** For refusals, which the console words itself in a language that the server does not speak. */
  language: ServerLanguage
  /** For names and mails, which nobody else words. */
  readerLanguage: Language
  session: CallSession
}

type Answer<E extends Endpoint> = EndpointAnswer<E> | WrittenAnswer
type Handler<E extends Endpoint> = (call: Call<E>) => Promise<Answer<E>> | Answer<E>

/** A handler for every endpoint of a group: a missing one, or one that answers wrongly, does not compile. */
export type Handlers<Group extends Record<string, Endpoint>> = { [Name in keyof Group]: Handler<Group[Name]> }

type Refusal = { endpoint: Endpoint; caller: SignedIn | undefined; input: EndpointInput<Endpoint>; error: unknown }

/** What surrounds every handler: who calls, from where, and what must hold before the body is read. */
export type CallEnvironment = {
  admit: (endpoint: Endpoint, request: FastifyRequest) => Promise<SignedIn | undefined>
  /** What only the body tells: whether it takes more than the caller showed. */
  admitBody: (endpoint: Endpoint, caller: SignedIn | undefined, body: unknown) => void
  address: (request: FastifyRequest) => string
  local: (request: FastifyRequest) => boolean
  language: (request: FastifyRequest) => ServerLanguage
  readerLanguage: (request: FastifyRequest) => Language
  session: (request: FastifyRequest, reply: FastifyReply) => CallSession
  /** A handler refused the call, or failed. */
  refused: (request: FastifyRequest, refusal: Refusal) => void
  /** A file broke off when a part of it was on its way: no answer can tell of it. */
  brokeOff: (request: FastifyRequest, error: unknown) => void
}

/** Turns a group of the contract and its handlers into routes: admit, parse, handle, present. */
export const implement = <Group extends Record<string, Endpoint>>(
  server: FastifyInstance,
  environment: CallEnvironment,
  group: Group,
  handlers: Handlers<Group>,
): void => {
  for (const [name, endpoint] of Object.entries(group)) {
    // seam: `Handlers` proved that this handler belongs to this endpoint; inside the loop only the erased type is known
    const handler = handlers[name] as unknown as Handler<Endpoint>
    const answerText = createAnswerText(endpoint)
    const callers = new WeakMap<FastifyRequest, SignedIn | undefined>()
    server.route({
      method: endpoint.method,
      url: endpoint.path.replace(/\/$/, ''),
      ...(endpoint.largestBody !== undefined && { bodyLimit: endpoint.largestBody }),
      onRequest: async (request) => {
        callers.set(request, await environment.admit(endpoint, request))
      },
      handler: async (request, reply) => {
        const caller = callers.get(request)
        const input = parseCall(endpoint, request)
        environment.admitBody(endpoint, caller, input.body)
        const call = {
          ...input,
          caller,
          address: environment.address(request),
          local: environment.local(request),
          language: environment.language(request),
          readerLanguage: environment.readerLanguage(request),
          session: environment.session(request, reply),
        }
        // seam: parsed by the endpoint's own schemas, so it has the endpoint's own types
        const answer = await settle(() => handler(call as Call<Endpoint>)).catch((error: unknown) => {
          environment.refused(request, { endpoint, caller, input, error })
          throw error
        })
        // seam: the handler of an endpoint with a file answers with one
        if (endpoint.file) return sendFile(reply, answer as FileAnswer, environment.brokeOff)
        if (caller && endpoint.bare && isBareCall(request.headers)) return reply.redirect(settingsOf(caller))
        return reply.type('application/json; charset=utf-8').send(await answerText(answer))
      },
    })
  }
}

const settle = async <Value>(work: () => Promise<Value> | Value): Promise<Value> => work()

const parseCall = (endpoint: Endpoint, request: FastifyRequest) => ({
  params: endpoint.params && parseInput(endpoint.params, request.params),
  query: endpoint.query && parseInput(endpoint.query, request.query),
  body: endpoint.body && parseInput(endpoint.body, request.body, endpoint),
})

/** The page where whoever it is finds what he has bound. */
const settingsOf = ({ user }: SignedIn): string => (user.role >= roles.admin ? '/setting' : '/personal')

const sendFile = (
  reply: FastifyReply,
  { name, contentType, parts }: FileAnswer,
  brokeOff: CallEnvironment['brokeOff'],
): FastifyReply => {
  const file = Readable.from(parts).on('error', (error) => {
    if (reply.raw.headersSent) brokeOff(reply.request, error)
  })
  return reply
    .headers({ 'content-type': contentType, 'content-disposition': `attachment; filename="${name}"` })
    .send(file)
}
