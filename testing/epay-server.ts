import { createHash } from 'node:crypto'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { listenLocally } from './local-server.ts'

type Parameters = Record<string, string>

/** A payment provider that speaks epay: takes signed orders, asks nobody for money, and tells the merchant. */
export type EpayServer = {
  url: string
  pid: string
  key: string
  /** What the merchant's form asked for, by the merchant's order number. */
  orders: ReadonlyMap<string, Parameters>
  /** The signed notice of an order that was paid; `changes` are made before it is signed. */
  notice: (order: Parameters, changes?: Parameters) => Parameters
  /** Tells the merchant; answers what he said. */
  tell: (order: Parameters) => Promise<string>
  close: () => Promise<void>
}

export const startEpayServer = async ({ pid = '1001', key = 'epay-key' } = {}): Promise<EpayServer> => {
  const orders = new Map<string, Parameters>()
  const notice: EpayServer['notice'] = (order, changes = {}) => {
    const { out_trade_no = '', type = '', name = '', money = '' } = order
    const trade_no = `20261121${createHash('sha1').update(out_trade_no).digest('hex').slice(0, 12)}`
    const told = { pid, trade_no, out_trade_no, type, name, money, trade_status: 'TRADE_SUCCESS', ...changes }
    return { ...told, sign: signature(told, key), sign_type: 'MD5' }
  }
  const tell = async (order: Parameters) =>
    (await fetch(`${order.notify_url}?${new URLSearchParams(notice(order))}`)).text()

  const submit = (order: Parameters, response: ServerResponse) => {
    if (order.pid !== pid || order.sign !== signature(order, key)) {
      page(response, 400, '<p>The signature is wrong</p>')
      return
    }
    const { out_trade_no = '', name, money } = order
    orders.set(out_trade_no, order)
    const action = `/pay.php?${new URLSearchParams({ out_trade_no })}`
    page(response, 200, `<p>${name}: ${money}</p><form method="post" action="${action}"><button>Pay</button></form>`)
  }
  const pay = async (tradeNo: string, response: ServerResponse) => {
    const order = orders.get(tradeNo)
    if (order === undefined) page(response, 404, '<p>There is no such order</p>')
    else if ((await tell(order)) !== 'success') page(response, 502, '<p>The merchant does not answer</p>')
    else response.writeHead(302, { location: `${order.return_url}?${new URLSearchParams(notice(order))}` }).end()
  }

  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://127.0.0.1')
    if (pathname === '/submit.php') submit({ ...parametersOf(searchParams), ...(await formOf(request)) }, response)
    else if (pathname === '/pay.php') await pay(searchParams.get('out_trade_no') ?? '', response)
    else page(response, 404, '<p>There is no such page</p>')
  })
  const { url, close } = await listenLocally(server)
  return {
    url,
    pid,
    key,
    orders,
    notice,
    tell,
    close,
  }
}

/** MD5 over `name=value` of all parameters that have a value, in the order of their names, with the key at the end. */
export const signature = (parameters: Parameters, key: string): string => {
  const { sign: _sign, sign_type: _type, ...signed } = parameters
  const names = Object.keys(signed)
    .filter((name) => signed[name] !== '')
    .sort()
  const text = names.map((name) => `${name}=${signed[name]}`).join('&')
  return createHash('md5')
    .update(text + key)
    .digest('hex')
}

const parametersOf = (search: URLSearchParams): Parameters => Object.fromEntries(search)

const formOf = async (request: IncomingMessage): Promise<Parameters> => {
  let text = ''
  for await (const piece of request) text += piece
  return parametersOf(new URLSearchParams(text))
}

const page = (response: ServerResponse, status: number, body: string): void => {
  response.writeHead(status, { 'content-type': 'text/html; charset=utf-8' })
  response.end(`<!doctype html><html lang="en"><title>Epay</title><main><h1>Epay</h1>${body}</main></html>`)
}
