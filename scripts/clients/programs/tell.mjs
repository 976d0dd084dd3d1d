// What each program of a client does with what it is asked: one line of JSON per case, of what the client saw or why it
// failed. The cases come in the environment, with the address, the key and the models.
export const world = JSON.parse(process.env.CLIENT_WORLD ?? '{}')

export const tell = async (features) => {
  for (const { feature, does, upstream, model } of world.cases) {
    const line = { feature, upstream }
    try {
      line.seen = await features[does](model)
    } catch (error) {
      const [place = ''] =
        /[\w-]+\.mjs:\d+(?!.*node_modules)/.exec(String(error?.stack).replaceAll(/.*node_modules.*/g, '')) ?? []
      line.failure = `${error?.constructor?.name}: ${String(error?.message ?? error).slice(0, 600)} (${place})`
    }
    process.stdout.write(`${JSON.stringify(line)}\n`)
  }
}

/** Some clients wrap what another one told them. */
const statusOf = (error) =>
  error.status ?? error.statusCode ?? error.status_code ?? (error.cause ? statusOf(error.cause) : undefined)

/** How a client tells that it was refused. */
export const refusal = async (asking) => {
  try {
    await asking()
  } catch (error) {
    return { kind: error.constructor.name, status: statusOf(error), message: String(error.message) }
  }
  throw new Error('was not refused')
}

export const question = 'Say something.'
export const weatherSchema = { type: 'object', properties: { city: { type: 'string' } }, required: ['city'] }
export const weatherOf = ({ city }) => (city === 'Rome' ? 'sunny in Rome' : `rain in ${city}`)
export const reportSchema = {
  type: 'object',
  properties: { city: { type: 'string' }, degrees: { type: 'number' } },
  required: ['city', 'degrees'],
  additionalProperties: false,
}
