/** One turn as a client sends it. */
type AgentTurn = { body: Record<string, unknown>; headers: Record<string, string> }

/** A coding agent at its work: `session` tells it from others of its kind in the same folder. */
export type Agent = (session: number, turn: number) => AgentTurn

const steps = <Step>(turn: number, of: (at: number) => readonly Step[]): Step[] =>
  Array.from({ length: turn }, (_, at) => of(at)).flat()

const instructions = 'You work in the folder of a project. Read before you write.\n'.repeat(40)
const task = (session: number) => `Mend the test number ${session}.`
const uuid = (session: number) => `0c6f2b1e-5d3a-4f60-9b1c-${String(session).padStart(12, '0')}`

/** Stamps each request anew, moves its cache marks on, and reminds the model in its newest turn alone. */
const stamping: Agent = (session, turn) => {
  const mark = { cache_control: { type: 'ephemeral' } }
  const reminder = { type: 'text', text: `<system-reminder>There are ${turn} things left.</system-reminder>` }
  const messages = [
    {
      role: 'user',
      content: [
        { type: 'text', text: '<system-reminder>House rules.</system-reminder>' },
        { type: 'text', text: task(session) },
      ],
    },
    ...steps<{ role: string; content: Record<string, unknown>[] }>(turn, (at) => [
      { role: 'assistant', content: [{ type: 'tool_use', id: `toolu_${at}`, name: 'Read', input: { at } }] },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: `toolu_${at}`, content: 'seen' }] },
    ]),
  ]
  const [newest] = messages.slice(-1)
  newest?.content.push({ ...reminder, ...mark })
  return {
    headers: { 'x-claude-code-session-id': uuid(session) },
    body: {
      model: 'm',
      max_tokens: 32_000,
      system: [
        {
          type: 'text',
          text: `x-anthropic-billing-header: cc_version=2.1.177.01c; cc_entrypoint=cli; cch=${(session * 977 + turn * 7919).toString(16).padStart(5, '0')};`,
        },
        { type: 'text', text: instructions, ...mark },
      ],
      tools: ['Read', 'Write', 'Bash'].map((name) => ({
        name,
        description: `${name}, turn ${turn}`,
        input_schema: {},
      })),
      messages,
      metadata: { user_id: JSON.stringify({ device_id: 'd'.repeat(64), account_uuid: '', session_id: uuid(session) }) },
    },
  }
}

/** Older ones of the same kind write their session behind the user. */
const signing: Agent = (session, turn) => {
  const { body } = stamping(session, turn)
  return {
    headers: {},
    body: { ...body, metadata: { user_id: `user_${'a'.repeat(64)}_account__session_${uuid(session)}` } },
  }
}

/** Several messages of the user before the first answer, and steps beside the messages. */
const stepping: Agent = (session, turn) => ({
  headers: { session_id: uuid(session) },
  body: {
    model: 'm',
    instructions,
    prompt_cache_key: uuid(session),
    store: false,
    tools: [{ type: 'function', name: 'shell' }, { type: 'web_search' }],
    input: [
      { type: 'message', role: 'developer', content: [{ type: 'input_text', text: '<permissions>all</permissions>' }] },
      {
        type: 'message',
        role: 'user',
        content: [{ type: 'input_text', text: '<environment_context>here</environment_context>' }],
      },
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: task(session) }] },
      ...steps<object>(turn, (at) => [
        { type: 'reasoning', id: `rs_${at}`, summary: [], encrypted_content: 'sealed' },
        { type: 'function_call', call_id: `call_${at}`, name: 'shell', arguments: '{}' },
        { type: 'function_call_output', call_id: `call_${at}`, output: 'seen' },
      ]),
    ],
  },
})

/** Marks the two newest messages of the user, whose content is a list for as long as it is marked. */
const marking: Agent = (session, turn) => {
  const marked = (text: string, isNew: boolean) =>
    isNew ? [{ type: 'text', text, cache_control: { type: 'ephemeral' } }] : text
  return {
    headers: { 'x-kilocode-taskid': uuid(session) },
    body: {
      model: 'm',
      messages: [
        { role: 'system', content: [{ type: 'text', text: instructions, cache_control: { type: 'ephemeral' } }] },
        { role: 'user', content: marked(`<task>${task(session)}</task>`, turn < 2) },
        ...steps<object>(turn, (at) => [
          { role: 'assistant', content: `Step ${at}.` },
          { role: 'user', content: marked(`Result ${at}.`, turn - at < 3) },
        ]),
      ],
    },
  }
}

/** Tells its session in two headers and has its tools in groups. */
const grouping: Agent = (session, turn) => ({
  headers: { 'x-session-affinity': `ses_${session}`, 'x-session-id': `ses_${session}` },
  body: {
    systemInstruction: { role: 'user', parts: [{ text: instructions }] },
    tools: [{ functionDeclarations: [{ name: 'read_file' }, { name: 'write_file' }] }],
    contents: [
      { role: 'user', parts: [{ text: task(session) }] },
      ...steps<object>(turn, (at) => [
        { role: 'model', parts: [{ functionCall: { name: 'read_file', args: { at } } }] },
        { role: 'user', parts: [{ functionResponse: { name: 'read_file', response: { said: 'seen' } } }] },
      ]),
    ],
  },
})

/** By what they do from turn to turn. */
export const agents: Readonly<Record<string, Agent>> = { stamping, signing, stepping, marking, grouping }
