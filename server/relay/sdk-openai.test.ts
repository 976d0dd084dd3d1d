import { connect } from 'node:net'
import OpenAI, { toFile } from 'openai'
import { zodResponseFormat } from 'openai/helpers/zod'
import { OpenAIRealtimeWS } from 'openai/realtime/ws'
import { expect, it } from 'vitest'
import * as z from 'zod'
import { capableArguments, capableObject, capableSound, capableText, capableUsage } from '#testing/capable-upstream.ts'
import { sdkBench } from '#testing/sdk-bench.ts'

sdkBench(({ gateway, key, upstream }) => {
  const client = () => new OpenAI({ apiKey: key(), baseURL: `${gateway().url}/v1`, maxRetries: 0 })
  const question = { model: 'plain', messages: [{ role: 'user' as const, content: 'Say something.' }] }
  const weather = {
    type: 'function' as const,
    function: {
      name: 'weather',
      description: 'Tells the weather.',
      parameters: { type: 'object', properties: { city: { type: 'string' } } },
    },
  }

  it('serves chat: whole, in pieces, and by the helper that puts them together', async () => {
    const whole = await client().chat.completions.create(question)
    expect(whole.choices[0]?.message.content).toBe(capableText)
    expect(whole.usage).toMatchObject(capableUsage)
    let text = ''
    const stream = await client().chat.completions.create({ ...question, stream: true })
    for await (const chunk of stream) text += chunk.choices[0]?.delta.content ?? ''
    expect(text).toBe(capableText)
    const helped = client().chat.completions.stream({ ...question, stream_options: { include_usage: true } })
    expect(await helped.finalContent()).toBe(capableText)
    expect(await helped.totalUsage()).toMatchObject({ total_tokens: capableUsage.total_tokens })
  })

  it('serves the helper that runs tools until there is an answer', async () => {
    const asked: unknown[] = []
    const runner = client().chat.completions.runTools({
      ...question,
      tools: [
        {
          type: 'function',
          function: {
            ...weather.function,
            parse: JSON.parse,
            function: (given: unknown) => {
              asked.push(given)
              return 'sunny'
            },
          },
        },
      ],
    })
    expect(await runner.finalContent()).toBe('The tool says: sunny')
    expect(asked).toEqual([capableArguments])
  })

  it('serves answers that keep to a schema, parsed by the client', async () => {
    const schema = z.object({ city: z.string(), degrees: z.number() })
    const parsed = await client().chat.completions.parse({
      ...question,
      response_format: zodResponseFormat(schema, 'report'),
    })
    expect(parsed.choices[0]?.message.parsed).toEqual(capableObject)
  })

  it.each(['kept', 'plain'])('serves responses: whole, streamed and with a tool, of %s', async (model) => {
    const whole = await client().responses.create({ model, input: 'Say something.' })
    expect(whole.output_text).toBe(capableText)
    expect(whole.usage).toMatchObject({ input_tokens: 11, output_tokens: 9 })
    const streamed = await client().responses.stream({ model, input: 'Say something.' }).finalResponse()
    expect(streamed.output_text).toBe(capableText)
  })

  it('reads, goes on from and deletes a kept response', async () => {
    const { id } = await client().responses.create({ model: 'kept', input: 'Say something.' })
    expect((await client().responses.retrieve(id)).output_text).toBe(capableText)
    await client().responses.create({ model: 'kept', input: 'Go on.', previous_response_id: id })
    expect(upstream().calls.at(-1)?.body).toMatchObject({ previous_response_id: id })
    await client().responses.delete(id)
    await expect(client().responses.retrieve(id)).rejects.toMatchObject({ status: 404, code: 'response_missing' })
  })

  it('serves embeddings, pictures, speech and transcriptions', async () => {
    const { data } = await client().embeddings.create({ model: 'kept', input: ['one', 'two'] })
    expect(data.map(({ embedding }) => embedding)).toEqual([
      [0.25, -0.5, 1],
      [0.25, -0.5, 1],
    ])
    const picture = await client().images.generate({ model: 'picture', prompt: 'A gate.' })
    expect(picture.data?.[0]?.b64_json).toBe(Buffer.from('picture').toString('base64'))
    const speech = await client().audio.speech.create({ model: 'kept', voice: 'alloy', input: 'Say this.' })
    expect(Buffer.from(await speech.arrayBuffer())).toEqual(capableSound)
    const file = await toFile(capableSound, 'sound.wav', { type: 'audio/wav' })
    expect((await client().audio.transcriptions.create({ model: 'kept', file })).text).toBe('what was said')
  })

  it('holds a session over a socket', async () => {
    const { port } = new URL(gateway().url)
    // This client takes every server for one behind TLS: what it finds is ours all the same.
    const options = { createConnection: () => connect(Number(port), '127.0.0.1') }
    const session = new OpenAIRealtimeWS({ model: 'realtime', options }, client())
    const heard: string[] = []
    await new Promise<void>((resolve, reject) => {
      session.on('error', reject)
      session.on('session.created', () => {
        session.send({ type: 'session.update', session: { type: 'realtime', instructions: 'Be brief.' } })
        session.send({ type: 'response.create' })
      })
      session.on('response.output_text.delta', ({ delta }) => heard.push(delta))
      session.on('response.done', () => resolve())
    })
    expect(heard.join('')).toBe('Water finds its way.')
    const closed = new Promise((resolve) => session.socket.on('close', resolve))
    session.close()
    await closed
  })

  it('lists models, and tells errors as the client knows them', async () => {
    const models: string[] = []
    for await (const { id } of client().models.list()) models.push(id)
    expect(models).toContain('plain')
    expect(await client().models.retrieve('plain')).toMatchObject({ id: 'plain' })
    await expect(client().models.retrieve('nowhere')).rejects.toBeInstanceOf(OpenAI.NotFoundError)
    const wrong = new OpenAI({ apiKey: 'sk-wrong', baseURL: `${gateway().url}/v1`, maxRetries: 0 })
    await expect(wrong.chat.completions.create(question)).rejects.toBeInstanceOf(OpenAI.AuthenticationError)
  })
})
