import { Worker } from 'node:worker_threads'
import { ApplicationError } from '#contract/errors.ts'
import type { Log } from '../../lib/log.ts'
import { threadArguments } from '../../lib/thread-arguments.ts'
import { engineFailure, SqliteFailure } from '../failures.ts'
import { type KnownCharges, noneKnown } from '../settling/settlement.ts'
import type { SettlementValues } from './settlement-values.ts'
import type { SqliteAnswer, SqliteRequest, SqliteRole, SqliteRows, SqliteWorkerData } from './sqlite-messages.ts'

type Waiting = { id: number; resolve: (result: SqliteRows | undefined) => void; reject: (error: unknown) => void }

/** A thread with one connection to the database file. When the thread dies, the next request starts another. */
export class SqliteThread {
  readonly #data: SqliteWorkerData
  readonly #log: Log
  /** In the order in which they are answered. A list, as removeFrom says why. */
  readonly #waiting: Waiting[] = []
  #worker: Worker | undefined
  #lastId = 0
  #losses = 0

  constructor(role: SqliteRole, file: string, log: Log) {
    this.#data = { role, file }
    this.#log = log
  }

  get load(): number {
    return this.#waiting.length
  }

  /** Changes when the thread is lost, and with it whatever transaction was open in it. */
  get generation(): number {
    return this.#losses
  }

  async query(sql: string, parameters: readonly unknown[]): Promise<SqliteRows> {
    const result = await this.#ask({ id: this.#nextId(), kind: 'query', sql, parameters })
    return result ?? { rows: [], changes: 0, insertId: 0 }
  }

  async settle(values: SettlementValues): Promise<KnownCharges> {
    const known = await this.#ask({ id: this.#nextId(), kind: 'settle', values })
    return known?.rows.map(({ request_id }) => String(request_id)) ?? noneKnown
  }

  check(): Promise<unknown> {
    return this.#ask({ id: this.#nextId(), kind: 'check' })
  }

  /** Ends the thread, when nobody waits for it, until the next request: what it keeps of memory is given back. */
  rest(): void {
    if (this.#worker === undefined || this.#waiting.length > 0) return
    this.#worker.postMessage({ id: this.#nextId(), kind: 'close' } satisfies SqliteRequest)
    this.#worker = undefined
  }

  async close(): Promise<void> {
    if (this.#worker !== undefined) await this.#ask({ id: this.#nextId(), kind: 'close' })
  }

  #nextId(): number {
    this.#lastId += 1
    return this.#lastId
  }

  #ask(request: SqliteRequest): Promise<SqliteRows | undefined> {
    this.#worker ??= this.#start()
    const worker = this.#worker
    return new Promise((resolve, reject) => {
      this.#waiting.push({ id: request.id, resolve, reject })
      try {
        worker.postMessage(request)
      } catch (error) {
        this.#waiting.pop()
        reject(error)
      }
    })
  }

  #start(): Worker {
    const worker = new Worker(new URL('./sqlite-worker.ts', import.meta.url), {
      workerData: this.#data,
      execArgv: threadArguments(),
      // A result that is too large for memory ends the thread that read it, not the process.
      // What it makes for one request is of no use for the next: more room would only take memory.
      resourceLimits: { maxOldGenerationSizeMb: 256, maxYoungGenerationSizeMb: 16 },
    })
    worker.on('message', (answer: SqliteAnswer) => this.#take(answer))
    worker.on('error', (error) => {
      this.#log.error('A database thread failed', { role: this.#data.role, error })
      this.#lose(worker, error)
    })
    worker.on('exit', () => this.#lose(worker, new Error('The database thread ended')))
    return worker
  }

  #take(answer: SqliteAnswer): void {
    const place = this.#waiting.findIndex(({ id }) => id === answer.id)
    const [waiting] = place < 0 ? [] : this.#waiting.splice(place, 1)
    if ('result' in answer) {
      waiting?.resolve(answer.result)
      return
    }
    const { message, code, errcode } = answer.failure
    waiting?.reject(engineFailure(new SqliteFailure(message, code, errcode)))
  }

  #lose(worker: Worker, cause: unknown): void {
    if (this.#worker !== worker) return
    this.#worker = undefined
    this.#losses += 1
    const lost = this.#waiting.splice(0)
    for (const { reject } of lost) reject(new ApplicationError('storage_unavailable', {}, cause))
  }
}
