import { spawn } from 'node:child_process'
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { tell, world } from './tell.mjs'

const home = join(import.meta.dirname, `home-${process.argv[2]}`)
const modules = join(import.meta.dirname, 'node_modules')
const machine = `${process.platform}-${process.arch}`

const write = (path, text) => {
  mkdirSync(join(home, path, '..'), { recursive: true })
  writeFileSync(join(home, path), text)
}

/** How each is pointed at a server and asked one thing: its files, its environment, its command. */
const agents = {
  'claude-code': (model, prompt) => ({
    environment: {
      ANTHROPIC_BASE_URL: world.address,
      ANTHROPIC_AUTH_TOKEN: world.key,
      ANTHROPIC_MODEL: model,
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: '1',
      DISABLE_TELEMETRY: '1',
      DISABLE_AUTOUPDATER: '1',
    },
    // The program that finds it is put together by an install script, which is not run here.
    command: [`${modules}/@anthropic-ai/claude-code-${machine}/claude`, '-p', prompt, '--allowedTools', 'Bash'],
  }),
  codex: (model, prompt) => {
    const provider = `[model_providers.gateway]
name = "Gateway"
base_url = "${world.address}/v1"
env_key = "GATEWAY_API_KEY"
wire_api = "responses"
`
    write(
      '.codex/config.toml',
      `model = "${model}"\nmodel_provider = "gateway"\ncheck_for_update_on_startup = false\n\n${provider}`,
    )
    return {
      environment: { GATEWAY_API_KEY: world.key },
      command: [
        `${modules}/.bin/codex`,
        ...['exec', '--skip-git-repo-check', '--dangerously-bypass-approvals-and-sandbox', prompt],
      ],
    }
  },
  'gemini-cli': (model, prompt) => {
    const security = { auth: { selectedType: 'gemini-api-key' } }
    write('.gemini/settings.json', JSON.stringify({ security, privacy: { usageStatisticsEnabled: false } }))
    return {
      environment: {
        GOOGLE_GEMINI_BASE_URL: world.address,
        GEMINI_API_KEY: world.key,
        GEMINI_CLI_TRUST_WORKSPACE: 'true',
      },
      command: [`${modules}/.bin/gemini`, '--model', model, '--yolo', '-p', prompt],
    }
  },
  opencode: (model, prompt) => {
    const options = { baseURL: `${world.address}/v1`, apiKey: world.key }
    const gateway = { npm: '@ai-sdk/openai-compatible', name: 'Gateway', options, models: { [model]: { name: model } } }
    const settings = { provider: { gateway }, model: `gateway/${model}`, autoupdate: false, share: 'disabled' }
    write('.config/opencode/opencode.json', JSON.stringify(settings))
    return {
      environment: { OPENCODE_DISABLE_MODELS_FETCH: '1', OPENCODE_DISABLE_LSP_DOWNLOAD: '1' },
      command: [`${modules}/opencode-${machine}/bin/opencode`, 'run', prompt],
    }
  },
}

const run = (model, prompt) => {
  const {
    environment,
    command: [program, ...words],
  } = agents[process.argv[2]](model, prompt)
  write('work/note.txt', 'water-in-42')
  return new Promise((resolve, reject) => {
    const child = spawn(program, words, {
      cwd: join(home, 'work'),
      env: { ...process.env, HOME: home, ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: 60_000,
    })
    let output = ''
    for (const pipe of [child.stdout, child.stderr])
      pipe.on('data', (piece) => {
        output += piece
      })
    child.on('error', reject)
    child.on('close', () => resolve(output))
  })
}

/** What is to be said in it, or all of it where that is not there. */
const said = (output, words) => ({ text: output.includes(words) ? words : output.slice(-1000) })

await tell({
  agentAnswers: async (model) =>
    said(await run(model, 'Say something.'), 'Water finds its way through the gate, slowly.'),
  agentActs: async (model) => said(await run(model, 'Run `cat note.txt`.'), 'water-in-42'),
})
