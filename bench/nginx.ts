import { mkdirSync, writeFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { type Side, start, waitUntilReady } from './processes.ts'
import { chatAnswer } from './requests.ts'

/** Starts nginx with one worker; the process id is its master's. */
const startNginx = async (side: Side, program: string, folder: string, port: number, http: string): Promise<number> => {
  mkdirSync(folder)
  const file = join(folder, 'nginx.conf')
  const temporary = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi']
    .map((name) => `${name}_temp_path ${join(folder, name)};`)
    .join(' ')
  writeFileSync(
    file,
    `worker_processes 1; daemon off; pid ${join(folder, 'pid')}; error_log stderr error;
events { worker_connections 4096; }
http { access_log off; keepalive_requests 10000000; client_body_buffer_size 128k; ${temporary}
${http} }`,
  )
  const child = start(side, program, ['-c', file, '-p', folder, '-e', 'stderr'])
  await waitUntilReady('nginx', child, () => accepts(port))
  return child.pid ?? 0
}

/** Answers every call with the same completion. */
export const startPlainUpstream = (program: string, folder: string, port: number): Promise<number> =>
  startNginx(
    'load',
    program,
    folder,
    port,
    `server { listen 127.0.0.1:${port} backlog=1024; default_type application/json; return 200 '${chatAnswer}'; }`,
  )

/** The limit we compare with: a proxy that does nothing but pass bytes on. */
export const startProxy = (
  program: string,
  folder: string,
  port: number,
  upstreams: { plain: number; streamed: number },
): Promise<number> =>
  startNginx(
    'measured',
    program,
    folder,
    port,
    `upstream plain { server 127.0.0.1:${upstreams.plain}; keepalive 128; keepalive_requests 10000000; }
upstream streamed { server 127.0.0.1:${upstreams.streamed}; keepalive 128; keepalive_requests 10000000; }
server { listen 127.0.0.1:${port} backlog=1024; proxy_http_version 1.1; proxy_set_header Connection "";
location /plain/ { proxy_pass http://plain/; }
location /streamed/ { proxy_pass http://streamed/; proxy_buffering off; } }`,
  )

export const accepts = (port: number): Promise<boolean> =>
  new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.on('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.on('error', () => resolve(false))
  })
