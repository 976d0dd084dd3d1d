import type { Mutants } from './requirement.ts'

/** Of what hostile addresses, bodies, clients and upstreams do. */
export const trafficThreatMutants: Mutants = {
  T33: [
    {
      file: 'server/lib/outbound/address-guard.ts',
      from: '!addresses.every(',
      to: '!addresses.some(',
      failing: 'server/lib/outbound/address-guard.test.ts',
    },
  ],
  T34: [
    {
      file: 'server/lib/outbound/address-guard.ts',
      from: ' || credentials.test(text)',
      to: '',
      failing: 'server/lib/outbound/address-guard.test.ts',
    },
  ],
  T35: [
    {
      file: 'protocols/json/plain-name.ts',
      from: "const plain = name.toLowerCase().replace(/[_-]/g, '')",
      to: 'const plain = name',
      failing: 'providers/members.test.ts',
    },
  ],
  T36: [
    {
      file: 'web/lib/sanitize-html.ts',
      from: "if (name === 'href') return isSafeAddress(value)",
      to: "if (name === 'href') return true",
      failing: 'web/lib/sanitize-html.test.ts',
    },
  ],
  T37: [
    {
      file: 'web/features/playground/thread/markdown-block.tsx',
      from: '<ReactMarkdown remarkPlugins={plugins} components={components}>',
      to: '<ReactMarkdown remarkPlugins={plugins} components={components} urlTransform={(url) => url}>',
      failing: 'web/features/playground/thread/answer-markup.test.ts',
    },
    {
      file: 'web/features/playground/thread/code-colours.ts',
      from: 'ignoreIllegals: true }).value',
      to: 'ignoreIllegals: true }).code',
      failing: 'web/features/playground/thread/answer-markup.test.ts',
    },
  ],
  T38: [
    {
      file: 'server/db/text-match.ts',
      from: "text.replace(/[\\\\%_]/g, '\\\\$&')",
      to: 'text',
      failing: 'server/api/tokens.test.ts',
    },
  ],
  T39: [
    {
      file: 'server/db/text-match.ts',
      from: `like lower(cast(\${\`%\${escaped(text)}%\`} as text))`,
      to: `like lower(cast(\${sql.raw(\`'%\${escaped(text)}%'\`)} as text))`,
      failing: 'server/api/users.test.ts',
    },
    {
      file: 'server/db/text-match.ts',
      from: `like \${\`%,\${escaped(name)},%\`}`,
      to: `like \${sql.raw(\`'%,\${escaped(name)},%'\`)}`,
      failing: 'server/api/channels.test.ts',
    },
  ],
  T40: [
    {
      file: 'contract/pattern-safety.ts',
      from: 'return work.steps <= mostSteps || (work.places <= mostPlaces && work.copies <= mostCopies)',
      to: 'return true',
      failing: 'contract/options.test.ts',
    },
  ],
  T41: [
    {
      file: 'server/lib/json-limits.ts',
      from: 'mayNamePrototype(text) && namesPrototype(value) ? forbiddenKey',
      to: 'false ? forbiddenKey',
      failing: 'server/lib/json-limits.test.ts',
    },
  ],
  T42: [
    {
      file: 'server/lib/inbound/doubtful-headers.ts',
      from: 'seen?.has(name) === true || ',
      to: '',
      failing: 'server/doubled-headers.test.ts',
    },
  ],
  T44: [
    {
      file: 'server/relay/client-stream.ts',
      from: 'const stallMs = 60_000',
      to: 'const stallMs = 60_000_000',
      failing: 'server/relay/threats.test.ts',
    },
    {
      file: 'server/relay/client-stream.ts',
      from: "response.off('close', end)",
      to: '',
      failing: 'server/relay/client-stream.test.ts',
    },
    {
      file: 'server/relay/deliver.ts',
      from: 'this.#parts.answer.pause()',
      to: '',
      failing: 'server/relay/slow-readers.test.ts',
    },
    {
      file: 'server/lib/outbound/exchange-pool.ts',
      from: 'mostConnections = 2048',
      to: 'mostConnections = 1000',
      failing: 'server/relay/slow-readers.test.ts',
    },
  ],
  T45: [
    {
      file: 'server/lib/inbound/http-server.ts',
      from: 'const mostHeaders = 128',
      to: 'const mostHeaders = 100_000',
      failing: 'server/lib/inbound/http-server.test.ts',
    },
  ],
  T46: [
    {
      file: 'pricing/usage.ts',
      from: 'return Math.min(Math.floor(count), mostTokens)',
      to: 'return Math.floor(count)',
      failing: 'server/relay/delivered.test.ts',
    },
  ],
  T47: [
    {
      file: 'server/relay/relay.ts',
      from: '  const trace = new Trace(domain.clock, shared.nextRequestId(), isOpen)\n  try {',
      to: "  const trace = new Trace(domain.clock, String(request.headers['x-request-id'] ?? shared.nextRequestId()), isOpen)\n  try {",
      failing: 'server/relay/relay.test.ts',
    },
  ],
  T48: [
    {
      file: 'server/domain/options.ts',
      from: "optionTable[key].secret && after !== '' ? vault.seal(after) : after",
      to: 'after',
      failing: 'server/domain/options.test.ts',
    },
  ],
  T49: [
    {
      file: 'server/api/call-environment.ts',
      from: "if (site !== undefined) return site === 'same-origin' || site === 'none'",
      to: 'if (site !== undefined) return true',
      failing: 'server/api/control-server.test.ts',
    },
  ],
  T50: [
    {
      file: 'server/api/error-envelope.ts',
      from: 'unexpected: errors[code].status === 500',
      to: 'unexpected: false',
      failing: 'server/api/handler-faults.test.ts',
    },
  ],
  T51: [
    {
      file: 'server/relay/authenticate.ts',
      from: "if (token.user.role < roles.admin) throw new ApplicationError('channel_pin_forbidden')",
      to: '',
      failing: 'server/relay/keys.test.ts',
    },
  ],
  T52: [
    {
      file: 'server/lib/inbound/client-address.ts',
      from: 'hops.length > 0 && matchesAddress(address, trusted)',
      to: 'hops.length > 0',
      failing: 'server/lib/inbound/client-address.test.ts',
    },
    {
      file: 'server/relay/authenticate.ts',
      from: 'token.addresses !== undefined && !matchesAddress(address, token.addresses)',
      to: 'false',
      failing: 'server/relay/threats.test.ts',
    },
  ],
  T53: [
    {
      file: 'server/domain/limits.ts',
      from: 'const criticalLimit = { times: 20,',
      to: 'const criticalLimit = { times: 200,',
      failing: 'server/api/registration.test.ts',
    },
  ],
  T54: [
    {
      file: 'server/tasks/notice.ts',
      from: "!domain.taskMedia.isNoticeKey(channelId, query.get('key') ?? '')",
      to: 'false',
      failing: 'server/tasks/task-media.test.ts',
    },
    {
      file: 'server/domain/tasks/task-media.ts',
      from: "digests.isSame(query.get('signature') ?? '', mark(id, place, expires)) ?",
      to: 'true ?',
      failing: 'server/tasks/task-media.test.ts',
    },
    {
      file: 'server/tasks/open-address.ts',
      from: "isChannels ? outbound.operator : { givenBy: 'user' }",
      to: 'outbound.operator',
      failing: 'server/tasks/task-media.test.ts',
    },
  ],
  T55: [
    {
      file: 'server/domain/tasks/square-task.ts',
      from: 'requestId: refundOf(charge.requestId)',
      to: 'requestId: refundOf(charge.requestId) + now + Math.random()',
      failing: 'server/tasks/task-endings.test.ts',
    },
    {
      file: 'server/domain/tasks/tasks.ts',
      from: 'owes: task.charge === undefined && task.owed === undefined ? 0 : 1',
      to: 'owes: 0',
      failing: 'server/tasks/task-endings.test.ts',
    },
  ],
  T56: [
    {
      file: 'server/lib/sliding-window.ts',
      from: 'if (count >= limit) {',
      to: 'if (count > limit) {',
      failing: 'server/lib/sliding-window.test.ts',
    },
  ],
  T57: [
    {
      file: 'server/relay/playground.ts',
      from: "if (!usableGroups(domain.options, user.group).has(group)) throw new ApplicationError('group_forbidden', { group })",
      to: '',
      failing: 'server/relay/playground.test.ts',
    },
  ],
  T58: [
    {
      file: 'server/domain/options.ts',
      from: "throw new ApplicationError('option_invalid', { ...parsed.values, key: placed(key, parsed.place) })",
      to: 'return',
      failing: 'server/domain/options.test.ts',
    },
  ],
  T59: [
    {
      file: 'server/domain/channels/channel-faults.ts',
      from: 'return found.some((keyword) => !request.includes(keyword))',
      to: 'return found.length > 0',
      failing: 'server/relay/channel-watch.test.ts',
    },
  ],
  T60: [
    {
      file: 'server/api/implement.ts',
      from: 'callers.set(request, await environment.admit(endpoint, request))',
      to: 'if (request.url === request.routeOptions.url) callers.set(request, await environment.admit(endpoint, request))',
      failing: 'server/api/control-server.test.ts',
    },
    {
      file: 'server/relay/relay.ts',
      from: "if (endpoint === 'wrong_method') throw wrongMethod(method, path, request.headers)",
      to: '',
      failing: 'server/relay/spellings.test.ts',
    },
  ],
  T61: [
    {
      file: 'server/lib/content-decoding.ts',
      from: 'const highestRatio = 100',
      to: 'const highestRatio = 1e9',
      failing: 'server/relay/broken-bodies.test.ts',
    },
  ],
  T62: [
    {
      file: 'server/domain/words/upstream-words.ts',
      from: '    keyShapes.test(given) ||\n',
      to: '',
      failing: 'server/relay/upstream-leaks.test.ts',
    },
  ],
  T63: [
    {
      file: 'contract/fields.ts',
      from: "\\u001f\\u007f]*$/, 'not_one_line'",
      to: "\\u0009\\u007f]*$/, 'not_one_line'",
      failing: 'contract/options.test.ts',
    },
  ],
  T64: [
    {
      file: 'protocols/openai-chat/reply.ts',
      from: 'if (mark === undefined) return undefined',
      to: `if (mark === undefined || !/"content":"\\S/.test(bytes.toString())) return undefined`,
      failing: 'server/relay/odd-answers.test.ts',
    },
  ],
}
