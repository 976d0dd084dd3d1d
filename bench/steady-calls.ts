import { Agent, request } from 'node:http'
import { chatBody, plainModel } from './requests.ts'

/** Calls at a steady rate, whether answers come or not; prints how long they took in milliseconds. */
const [port, key, rate, seconds] = process.argv.slice(2)
const count = Number(rate) * Number(seconds)
const agent = new Agent({ keepAlive: true })
const body = chatBody(plainModel, false)
const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }

const call = (): Promise<number> =>
  new Promise((resolve, reject) => {
    const begun = performance.now()
    const sent = request(
      { host: '127.0.0.1', port, path: '/v1/chat/completions', method: 'POST', agent, headers },
      (response) => {
        if (response.statusCode !== 200) reject(new Error(`A call was answered with ${response.statusCode}`))
        response.resume()
        response.once('end', () => resolve(performance.now() - begun))
      },
    )
    sent.once('error', reject)
    sent.end(body)
  })

const calls: Promise<number>[] = []
const begun = performance.now()
while (calls.length < count) {
  const due = Math.floor(((performance.now() - begun) * Number(rate)) / 1000)
  while (calls.length <= due && calls.length < count) calls.push(call())
  await new Promise((resolve) => setTimeout(resolve, 2))
}
const times = await Promise.all(calls)
agent.destroy()
process.stdout.write(JSON.stringify(times.map((time) => Number(time.toFixed(3)))))
