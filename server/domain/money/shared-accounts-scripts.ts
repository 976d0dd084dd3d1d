import { createHash } from 'node:crypto'

export const prefix = 'sluice:accounts:'

/**
 * Accounts in Redis, one hash each:
 *   quota, unlimited  as read from the database, less the charges that are not stored there yet
 *   loaded            which reading they come from; absent together with quota
 *   read              the reading that is under way; gone when something moved meanwhile
 *   held:<epoch>      what one process holds
 *   pending:<epoch>   its charges and credits on their way to the database
 *   owed:<epoch>      what these charges come to
 *   waits             since when nothing could be read, because something is on its way
 *   lessened          what was taken off the reading for charges that may be in it or not
 * An epoch is one stay of a process among the nodes. Its steps are only taken while `alive:<epoch>` exists; after that
 * any node clears away what it left. KEYS are accounts, the user's before the token's; ARGV[1] is the epoch. The names
 * of all other keys are made here, because clearing up needs those of other processes.
 */
const common = `
local prefix = '${prefix}'
local epoch = ARGV[1]
-- Which server the epoch began on: what was read while another one served is not to be trusted.
local world = redis.call('GET', prefix .. 'alive:' .. epoch)

local function isOfThisWorld(reading)
  return reading and string.sub(reading, 1, #world) == world
end

local function read(key)
  local account = { held = 0, pending = 0, owed = 0 }
  local fields = redis.call('HGETALL', key)
  for at = 1, #fields, 2 do
    local name, value = fields[at], fields[at + 1]
    if string.sub(name, 1, 5) == 'held:' then
      account.held = account.held + tonumber(value)
    elseif string.sub(name, 1, 8) == 'pending:' then
      account.pending = account.pending + tonumber(value)
    elseif string.sub(name, 1, 5) == 'owed:' then
      account.owed = account.owed + tonumber(value)
    else
      account[name] = value
    end
  end
  account.known = isOfThisWorld(account.loaded)
  account.whole = account.unlimited == '1' and math.huge or tonumber(account.quota)
  if account.known then account.free = account.whole - account.held end
  return account
end

local function set(key, field, before, now)
  if now > 0 then
    redis.call('HSET', key, field, now)
  elseif before then
    redis.call('HDEL', key, field)
  end
end

local function keep(key)
  redis.call('EXPIRE', key, 3600)
end

-- Changes what this epoch has open on an account; answers the reading its quota comes from.
local function move(key, held, pending, owed)
  local before = redis.call('HMGET', key, 'held:' .. epoch, 'pending:' .. epoch, 'loaded', 'owed:' .. epoch)
  local heldBefore, pendingBefore = tonumber(before[1] or 0), tonumber(before[2] or 0)
  local heldNow, pendingNow = math.max(0, heldBefore + held), math.max(0, pendingBefore + pending)
  if held ~= 0 then set(key, 'held:' .. epoch, before[1], heldNow) end
  if pending ~= 0 then set(key, 'pending:' .. epoch, before[2], pendingNow) end
  if owed ~= 0 then set(key, 'owed:' .. epoch, before[4], math.max(0, tonumber(before[4] or 0) + owed)) end
  if pending > 0 then redis.call('HDEL', key, 'read') end
  if heldBefore + pendingBefore == 0 then redis.call('SADD', prefix .. 'touched:' .. epoch, key) end
  if heldNow + pendingNow == 0 then redis.call('SREM', prefix .. 'touched:' .. epoch, key) end
  if held > 0 or pending > 0 then keep(key) end
  return before[3]
end

local function forget(key)
  redis.call('HDEL', key, 'quota', 'loaded', 'read', 'lessened')
end

local function bury(other)
  for _, key in ipairs(redis.call('SMEMBERS', prefix .. 'touched:' .. other)) do
    redis.call('HDEL', key, 'held:' .. other, 'pending:' .. other, 'owed:' .. other)
    forget(key)
  end
  redis.call('DEL', prefix .. 'alive:' .. other, prefix .. 'touched:' .. other)
  redis.call('SREM', prefix .. 'epochs', other)
end

-- Whether too little is there only if what it was lessened by was in the reading already.
local function isUnsure(account, least)
  local whole = account and account.whole
  return whole and account.lessened and whole < least and whole + tonumber(account.lessened) >= least
end
`

export type Script = { text: string; sha: string }

const script = (body: string): Script => {
  const text = common + body
  return { text, sha: createHash('sha1').update(text).digest('hex') }
}

/** A step of a process that is among the nodes. */
const step = (body: string): Script => script(`if not world then return { 'lost' } end\n${body}`)

export const scripts = {
  /** server, life, settling, whether it is the process's first; how many epochs to bury, these; accounts with what is held, pending and owed. */
  enrol: script(`
    world = ARGV[2]
    if redis.call('GET', prefix .. 'world') ~= world then
      -- Redis lost its data or has old ones: before quota is given out the other nodes tell what they hold.
      redis.call('SET', prefix .. 'world', world)
      if ARGV[5] ~= 'first' then redis.call('SET', prefix .. 'settling', '1', 'PX', ARGV[4]) end
    end
    redis.call('SET', prefix .. 'alive:' .. epoch, world, 'PX', ARGV[3])
    redis.call('SADD', prefix .. 'epochs', epoch)
    local at = 7
    for _ = 1, tonumber(ARGV[6]) do
      bury(ARGV[at])
      at = at + 1
    end
    while ARGV[at] do
      forget(ARGV[at])
      move(ARGV[at], tonumber(ARGV[at + 1]), tonumber(ARGV[at + 2]), tonumber(ARGV[at + 3]))
      at = at + 4
    end
    return { 'done' }`),

  /** life. Stays among the nodes and clears up after those that ended. */
  beat: step(`
    redis.call('PEXPIRE', prefix .. 'alive:' .. epoch, ARGV[2])
    local buried = 0
    for _, other in ipairs(redis.call('SMEMBERS', prefix .. 'epochs')) do
      if redis.call('EXISTS', prefix .. 'alive:' .. other) == 0 then
        bury(other)
        buried = buried + 1
      end
    end
    return { 'done', buried }`),

  end: step(`
    bury(epoch)
    return { 'done' }`),

  /** amount, least alone, least beside others. */
  hold: step(`
    local user = read(KEYS[1])
    if not user.known then return { 'load_user' } end
    local token = KEYS[2] and read(KEYS[2])
    if token and not token.known then return { 'load_token' } end
    local least = tonumber(ARGV[3])
    local room = math.min(user.free, token and token.free or math.huge, tonumber(ARGV[2]))
    local enough = user.held > 0 and tonumber(ARGV[4]) or least
    if room >= enough then
      for _, key in ipairs(KEYS) do move(key, room, 0, 0) end
      return { 'held', room, user.loaded, token and token.loaded }
    end
    if isUnsure(user, least) or isUnsure(token, math.max(1, least)) then return { 'unsure' } end
    if token and token.whole <= 0 then return { 'exhausted' } end
    if token and token.whole < least then return { 'token_short' } end
    if user.whole < least then return { 'short' } end
    if user.free >= enough then return { 'wait_for_token' } end
    return { token and token.free < least and 'wait_for_both' or 'wait' }`),

  /** amount, what must be free. */
  holdAmply: step(`
    local user = read(KEYS[1])
    if not user.known then return { 'load_user' } end
    local token = KEYS[2] and read(KEYS[2])
    if token and not token.known then return { 'load_token' } end
    if math.min(user.free, token and token.free or math.huge) < tonumber(ARGV[3]) then return { 'scarce' } end
    for _, key in ipairs(KEYS) do move(key, tonumber(ARGV[2]), 0, 0) end
    return { 'held', user.loaded, token and token.loaded }`),

  /** amount. */
  extend: step(`
    local user = read(KEYS[1])
    if not user.known then return { 'load_user' } end
    local token = KEYS[2] and read(KEYS[2])
    if token and not token.known then return { 'load_token' } end
    local room = math.min(user.free, token and token.free or math.huge, tonumber(ARGV[2]))
    if room <= 0 and (isUnsure(user, user.held + 1) or isUnsure(token, token and token.held + 1)) then
      return { 'unsure' }
    end
    if room <= 0 then return { 'none' } end
    for _, key in ipairs(KEYS) do move(key, room, 0, 0) end
    return { 'held', room, user.loaded, token and token.loaded }`),

  /** held, pending. Answers the readings that the quotas come from. */
  move: step(`
    local answer = { 'done' }
    for at, key in ipairs(KEYS) do
      answer[at + 1] = move(key, tonumber(ARGV[2]), tonumber(ARGV[3]), 0) or ''
    end
    return answer`),

  /** held, pending, quota, owed, and of each account the reading that the database's change cannot have been in. */
  change: step(`
    for at, key in ipairs(KEYS) do
      if move(key, tonumber(ARGV[2]), tonumber(ARGV[3]), tonumber(ARGV[5])) ~= ARGV[at + 5] then
        forget(key)
      elseif ARGV[4] ~= '0' then
        redis.call('HINCRBY', key, 'quota', ARGV[4])
      end
    end
    return { 'done' }`),

  forget: step(`
    for _, key in ipairs(KEYS) do forget(key) end
    return { 'done' }`),

  balance: step(`
    local user = read(KEYS[1])
    if not user.known then return { 'load_user' } end
    local token = KEYS[2] and read(KEYS[2])
    if token and not token.known then return { 'load_token' } end
    local free = math.min(user.free, token and token.free or math.huge)
    return { 'free', free == math.huge and 'Infinity' or free }`),

  /**
   * reading, milliseconds. A name for the reading, unless one is under way. What is on its way to the database is waited
   * for; for longer than these milliseconds only the node is that cannot get there, and others do not wait for it.
   */
  beginReading: step(`
    local account = read(KEYS[1])
    if account.known then return { 'ready', account.loaded } end
    if redis.call('EXISTS', prefix .. 'settling') == 1 then return { 'wait' } end
    if account.pending > 0 then
      local time = redis.call('TIME')
      local now = time[1] * 1000 + math.floor(time[2] / 1000)
      local since = tonumber(account.waits)
      if not since or since > now then
        redis.call('HSET', KEYS[1], 'waits', now)
        return { 'wait' }
      end
      if now - since < tonumber(ARGV[3]) then return { 'wait' } end
    elseif account.waits then
      redis.call('HDEL', KEYS[1], 'waits')
    end
    if isOfThisWorld(account.read) then return { 'read', account.read } end
    local reading = world .. ':' .. ARGV[2]
    redis.call('HSET', KEYS[1], 'read', reading)
    keep(KEYS[1])
    return { 'read', reading }`),

  /** reading, quota, unlimited. What is still on its way may be in it or not: nothing is given out twice. */
  endReading: step(`
    local account = read(KEYS[1])
    if account.known then return { 'ready', account.loaded } end
    if account.read ~= ARGV[2] then return { 'wait' } end
    redis.call('HDEL', KEYS[1], 'read')
    redis.call('HSET', KEYS[1], 'loaded', ARGV[2], 'quota', ARGV[3] - account.owed, 'unlimited', ARGV[4])
    if account.owed > 0 then redis.call('HSET', KEYS[1], 'lessened', account.owed) end
    keep(KEYS[1])
    return { 'ready', ARGV[2] }`),
} as const satisfies Record<string, Script>
