import { type GenerateContentParameters, GoogleGenAI, Type } from '@google/genai'
import { expect, it } from 'vitest'
import { capableArguments, capableText } from '#testing/capable-upstream.ts'
import { sdkBench } from '#testing/sdk-bench.ts'

sdkBench(({ gateway, key }) => {
  const client = () => new GoogleGenAI({ apiKey: key(), httpOptions: { baseUrl: gateway().url } })
  const asking = (model: string): GenerateContentParameters => ({ model, contents: 'Say something.' })
  const weather = {
    name: 'weather',
    description: 'Tells the weather.',
    parameters: { type: Type.OBJECT, properties: { city: { type: Type.STRING } } },
  }

  it.each(['plain', 'gemini-native'])('serves contents of %s, whole and streamed', async (model) => {
    const whole = await client().models.generateContent(asking(model))
    expect(whole.text).toBe(capableText)
    expect(whole.usageMetadata).toMatchObject({ promptTokenCount: 11, candidatesTokenCount: 9 })
    let text = ''
    for await (const chunk of await client().models.generateContentStream(asking(model))) text += chunk.text ?? ''
    expect(text).toBe(capableText)
  })

  it.each(['plain', 'gemini-native'])('lets %s call a function and tell what it said', async (model) => {
    const config = { tools: [{ functionDeclarations: [weather] }] }
    const turn = await client().models.generateContent({ ...asking(model), config })
    expect(turn.functionCalls).toMatchObject([{ name: 'weather', args: capableArguments }])
    const [call] = turn.functionCalls ?? []
    const answered = { name: 'weather', response: { output: 'sunny' }, ...(call?.id ? { id: call.id } : {}) }
    const answer = await client().models.generateContent({
      model,
      config,
      contents: [
        { role: 'user', parts: [{ text: 'Say something.' }] },
        { role: 'model', parts: turn.candidates?.[0]?.content?.parts ?? [] },
        { role: 'user', parts: [{ functionResponse: answered }] },
      ],
    })
    expect(answer.text).toContain('sunny')
  })

  it('serves embeddings and counts', async () => {
    const { embeddings } = await client().models.embedContent({ model: 'plain', contents: ['one', 'two'] })
    expect(embeddings?.map(({ values }) => values)).toEqual([
      [0.25, -0.5, 1],
      [0.25, -0.5, 1],
    ])
    for (const model of ['plain', 'gemini-native']) {
      const { totalTokens } = await client().models.countTokens({ model, contents: 'Say something.' })
      expect(totalTokens).toBeGreaterThan(2)
    }
  })

  it('lists models, and tells errors as the client knows them', async () => {
    const models: (string | undefined)[] = []
    for await (const { name } of await client().models.list()) models.push(name)
    expect(models).toContain('models/gemini-native')
    expect(await client().models.get({ model: 'plain' })).toMatchObject({ name: 'models/plain' })
    await expect(client().models.get({ model: 'nowhere' })).rejects.toMatchObject({ status: 404 })
  })
})
