import { createHash, createHmac } from 'node:crypto'

export type AwsCredentials = { accessKey: string; secret: string; region: string; session: string | undefined }

type SignedRequest = { host: string; path: string; body: Buffer; contentType: string; nowMs: number }

/** Signs a POST to an AWS service (Signature Version 4): names and values of the headers to send, in turn. */
export const signAwsRequest = (service: string, credentials: AwsCredentials, request: SignedRequest): string[] => {
  const { accessKey, secret, region, session } = credentials
  const date = new Date(request.nowMs).toISOString().replace(/[-:]|\.\d{3}/g, '')
  const day = date.slice(0, 8)
  const headers = [
    ['content-type', request.contentType],
    ['host', request.host],
    ['x-amz-date', date],
    ...(session === undefined ? [] : [['x-amz-security-token', session]]),
  ]
  const names = headers.map(([name]) => name).join(';')
  const canonical = [
    'POST',
    canonicalPath(request.path),
    '',
    ...headers.map(([name, value]) => `${name}:${value}`),
    '',
    names,
    sha256(request.body),
  ].join('\n')
  const scope = `${day}/${region}/${service}/aws4_request`
  const text = `AWS4-HMAC-SHA256\n${date}\n${scope}\n${sha256(canonical)}`
  const key = [day, region, service, 'aws4_request'].reduce<string | Buffer>(hmac, `AWS4${secret}`)
  const signature = hmac(key, text).toString('hex')
  const authorization = `AWS4-HMAC-SHA256 Credential=${accessKey}/${scope}, SignedHeaders=${names}, Signature=${signature}`
  return [
    'authorization',
    authorization,
    'x-amz-date',
    date,
    ...(session === undefined ? [] : ['x-amz-security-token', session]),
  ]
}

const sha256 = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex')
const hmac = (key: string | Buffer, text: string): Buffer => createHmac('sha256', key).update(text).digest()

/** Each part of the path is encoded once more than it is sent. */
const canonicalPath = (path: string): string => path.split('/').map(encodeURIComponent).join('/')
