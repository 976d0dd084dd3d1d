import { once } from 'node:events'
import { Worker } from 'node:worker_threads'

type Counted<Result> = { result: Result; steps: number }

/**
 * What work with a module comes to, and how many steps of our code it takes: how often its blocks are entered, which is
 * the same on every machine, however busy. What the engine does by itself, as looking for a sign in a text, is one step
 * each time. The work is done in a thread where the module is loaded anew, as only what is compiled while steps are
 * counted has any; it goes there as its text, and knows what it is given.
 */
export const countSteps = async <Module, Given, Result>(
  module: URL,
  given: Given,
  work: (module: Module, given: Given) => Result,
): Promise<Counted<Result>> => {
  const worker = new Worker(counting, {
    eval: true,
    execArgv: [],
    workerData: { module: module.href, given, work: String(work) },
  })
  // A failure of the work is thrown here.
  const [counted] = await once(worker, 'message')
  await worker.terminate()
  return counted
}

const counting = `
  const { Session } = require('node:inspector')
  const { parentPort, workerData } = require('node:worker_threads')
  const session = new Session()
  session.connect()
  session.post('Profiler.enable')
  session.post('Profiler.startPreciseCoverage', { callCount: true, detailed: true })
  const takenSteps = () => {
    let steps = 0
    session.post('Profiler.takePreciseCoverage', (error, coverage) => {
      if (error) throw error
      for (const { url, functions } of coverage.result) {
        if (!url.startsWith('file:')) continue
        for (const { ranges } of functions) for (const { count } of ranges) steps += count
      }
    })
    return steps
  }
  const { buffer, byteOffset, byteLength } = workerData.given
  const given = buffer === undefined ? workerData.given : Buffer.from(buffer, byteOffset, byteLength)
  const work = eval('(' + workerData.work + ')')
  import(workerData.module).then((module) => {
    takenSteps()
    const result = work(module, given)
    parentPort.postMessage({ result, steps: takenSteps() })
  })
`
