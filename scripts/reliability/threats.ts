import type { Requirements } from './requirement.ts'

export const threats: Requirements = {
  T01: {
    says: '200 calls at once on the quota of ten: ten are served, the rest refused, and the balance is never negative.',
  },
  T02: {
    says: 'Tokens without a limit, until the account is dry: never in debt by more than a call’s cost over its hold.',
  },
  T03: {
    says: 'A limited token serves what it can pay for and no call more; then it is spent.',
  },
  T04: {
    says: 'One redeem code claimed a hundred times at once is paid once.',
  },
  T05: {
    says: 'A gift for three, claimed by fifty users, is paid to three, once each.',
  },
  T06: {
    says: 'Codes that are disabled, deleted, too early or too late pay nothing.',
  },
  T07: {
    says: 'Fifty check-ins at once bring one day’s quota; days are those of UTC.',
  },
  T08: {
    says: 'Invite earnings are moved once; amounts that make no sense are refused.',
  },
  T09: {
    says: 'A payment notice without the right signature credits nothing, nor does an empty key.',
  },
  T10: {
    says: 'A valid notice replayed a hundred times credits once.',
  },
  T11: {
    says: 'A signed notice whose money, merchant, method or order does not fit credits nothing and is written down.',
  },
  T12: {
    says: 'Orders of amounts that nobody can pay are not made.',
  },
  T13: {
    says: 'A number of pictures that is negative, broken or huge is refused and never brings quota in.',
  },
  T14: {
    says: 'A limit of output tokens that is no sensible number is refused, and holds nothing.',
  },
  T15: {
    says: 'What belongs to somebody else is as unknown as what does not exist.',
  },
  T16: {
    says: 'Calls above one’s role are refused without an effect, and new paths fail until they are classified.',
  },
  T17: {
    says: 'No answer about users tells a password, an access token or a webhook secret.',
  },
  T18: {
    says: 'Users cannot change role, quota, group or state of their own account by sending them along.',
  },
  T19: {
    says: 'Clients cannot set the owner, key, use or state of a token, nor a group that is not theirs.',
  },
  T20: {
    says: 'Nobody acts on an equal or a higher rank, and the last super admin stays.',
  },
  T21: {
    says: 'A ban, a demotion, a deletion and a new password act on the next call, on all nodes, and on open sessions.',
    mutants: [
      {
        file: 'server/domain/people/user-administration.ts',
        from: '      identities.forgetUser(id)\n',
        to: '',
        failing: 'server/api/session.test.ts',
      },
      {
        file: 'server/domain/people/user-administration.ts',
        from: '      sessions.forgetUser(id)\n',
        to: '',
        failing: 'server/api/session.test.ts',
      },
      {
        file: 'server/lib/known-values.ts',
        from: 'if (isOutdated(value, begunAt)) continue',
        to: '',
        failing: 'server/lib/known-values.test.ts',
      },
    ],
  },
  T22: {
    says: 'A session id from before the login, after the logout or of another secret opens nothing.',
    mutants: [
      {
        file: 'server/domain/people/sessions.ts',
        from: 'vault.fingerprint(',
        to: 'String(',
        failing: 'server/api/session.test.ts',
      },
      {
        file: 'server/domain/people/sessions.ts',
        from: 'await deleteSession(database.query, idHash)',
        to: 'await Promise.resolve()',
        failing: 'server/api/session.test.ts',
      },
    ],
  },
  T23: {
    says: 'The user-id header must be there, once, and be exactly the id.',
  },
  T24: {
    says: 'Guesses are counted by account and address; a claimed forwarding address does not help.',
  },
  T25: {
    says: 'An unknown name takes as long as a wrong password, and is told alike.',
  },
  T26: {
    says: 'How much of a key is right does not show in the time its refusal takes.',
  },
  T27: {
    says: 'Codes and links by mail work once, for their own address, for ten minutes and a few tries.',
  },
  T28: {
    says: 'Asking for a reset tells nothing of who has an account, and the link leads to the configured site.',
  },
  T29: {
    says: 'A sign-in state works once, for the browser and the provider it was made for.',
  },
  T30: {
    says: 'What Telegram signed is taken to the letter, and only while it is fresh.',
  },
  T31: {
    says: 'An external account takes over neither an address nor a name of somebody else.',
  },
  T32: {
    says: 'No address a user or an operator gives leads the gateway inside, in any spelling, and nothing is told of it.',
  },
  T33: {
    says: 'Redirects and names that answer differently the next time lead inside no more than addresses do.',
  },
  T34: {
    says: 'Addresses are http or https, plain, and to a port that is allowed.',
  },
  T35: {
    says: 'Members and headers of a client that name another upstream or key are not followed and not passed on.',
  },
  T36: {
    says: 'HTML and links an operator writes run no script.',
  },
  T37: {
    says: 'Names and texts with markup stay text wherever they are shown.',
  },
  T38: {
    says: 'Words that are looked for are taken literally, bounded in length, and found quickly among many rows.',
  },
  T39: {
    says: 'What looks like SQL is text in every field, header and parameter.',
  },
  T40: {
    says: 'No pattern for words can take forever, whoever saves it.',
  },
  T41: {
    says: 'JSON that is too deep, too wide or ambiguous is refused, and no parsed value changes a prototype.',
  },
  T42: {
    says: 'Requests that readers could take apart differently are refused and their connection ends.',
  },
  T43: {
    says: 'A packed body is bounded by what it becomes, and is not unpacked for a stranger.',
    mutants: [
      {
        file: 'server/lib/content-decoding.ts',
        from: 'const maxOutputLength = Math.min(maximumBytes, mostOf(bytes.length))',
        to: 'const maxOutputLength = maximumBytes',
        failing: 'server/relay/packed-bodies.test.ts',
      },
      {
        file: 'server/lib/content-decoding.ts',
        from: 'const maxOutputLength = Math.min(maximumBytes, mostOf(bytes.length))',
        to: 'const maxOutputLength = mostOf(bytes.length)',
        failing: 'server/relay/packed-bodies.test.ts',
      },
      {
        file: 'server/relay/relay.ts',
        from: '  const caller =\n    endpoint.kind',
        to: `  if (endpoint.kind === 'call')
    return Promise.resolve(readCall(endpoint, request)).then(async (call) =>
      answerCall(shared, await authenticate(domain, request, address, trace), call, response, trace),
    )
  const caller =
    endpoint.kind`,
        failing: 'server/relay/packed-bodies.test.ts',
      },
    ],
  },
  T44: {
    says: 'Clients that send or read slowly are cut off in time, take bounded memory and slow down nobody.',
  },
  T45: {
    says: 'Heads, boundaries and forms beyond all measure are refused with little work.',
  },
  T46: {
    says: 'Nothing an upstream answers is trusted: not its figures, heads, redirects or pages.',
  },
  T47: {
    says: 'The id a call is charged under is ours, whatever id a client sends.',
  },
  T48: {
    says: 'No secret comes back from the settings, or is written down.',
  },
  T49: {
    says: 'Pages of other sites may neither read nor change anything.',
  },
  T50: {
    says: 'A fault in any handler tells its caller no more than that it happened.',
  },
  T51: {
    says: 'Keys in odd forms are refused as such; picking a channel is for administrators.',
  },
  T52: {
    says: 'A key bound to addresses is bound to those of the connection.',
  },
  T53: {
    says: 'Rings of accounts from one address are bounded; spellings of one mail address are one.',
  },
  T54: {
    says: 'Nobody tells of a drawing in its upstream’s place, and nobody sees one of others.',
  },
  T55: {
    says: 'A drawing or song that failed is paid back once.',
  },
  T56: {
    says: 'A limit of calls lets exactly so many pass, many at once and over two nodes.',
  },
  T57: {
    says: 'The playground is for sessions of this site, and as limited as calls with a key.',
  },
  T58: {
    says: 'A setting that is not valid is refused and changes nothing.',
  },
  T59: {
    says: 'No words of a client, and no refusal of our own, disable a channel.',
  },
  T60: {
    says: 'Other spellings of a path are guarded like the path, or lead nowhere.',
  },
  T61: {
    says: 'Answers and files that claim to be huge, nested or endless are refused or bounded with little work.',
  },
  T62: {
    says: 'Keys and addresses of upstreams are in no answer, row, log line or notice.',
  },
  T63: {
    says: 'No line break or second address gets into a header, a name or a mail.',
  },
  T64: {
    says: 'An answer of tool calls, pictures or reasoning alone is charged by its usage.',
  },
}
