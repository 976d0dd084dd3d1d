import type { ServerLanguage } from './languages.ts'

/**
 * Why a request was at odds with its dialect, as the dialects say it and in Chinese. What stands in braces is any text;
 * those with more of their own words go before those with fewer.
 */
const sentences: Readonly<Record<string, string>> = {
  // What a member has to be
  'is missing': '缺失',
  'is too long': '过长',
  'must be "auto", "none", "required" or a named tool': '必须是 "auto"、"none"、"required" 或指定的工具',
  'must be "json" or a JSON schema': '必须是 "json" 或 JSON Schema',
  'must be 1 for the model that was asked for': '对所请求的模型必须为 1',
  'must be 1 for this model': '对该模型必须为 1',
  'must be a boolean': '必须是布尔值',
  'must be a boolean or one of {names}': '必须是布尔值，或以下之一：{names}',
  'must be a data URL in base64': '必须是 base64 的 data URL',
  'must be a json_schema with its schema': '必须是带有 schema 的 json_schema',
  'must be a list of calls': '必须是请求列表',
  'must be a non-empty array': '必须是非空数组',
  'must be a non-empty string': '必须是非空字符串',
  'must be a non-empty text': '必须是非空文本',
  'must be a number': '必须是数字',
  'must be a number between {least} and {most}': '必须是 {least} 到 {most} 之间的数字',
  'must be a picture or a document': '必须是图片或文档',
  'must be a string': '必须是字符串',
  'must be a string or a non-empty array': '必须是字符串或非空数组',
  'must be a string or a non-empty array of strings': '必须是字符串或非空的字符串数组',
  'must be a string or an array': '必须是字符串或数组',
  'must be a string or an array of blocks': '必须是字符串或内容块数组',
  'must be a string or an array of parts': '必须是字符串或内容数组',
  'must be a string or an array of strings': '必须是字符串或字符串数组',
  'must be a string or an array of tokens': '必须是字符串或 Token 数组',
  'must be a string or an object': '必须是字符串或对象',
  'must be a string, an array of strings or of tokens': '必须是字符串、字符串数组或 Token 数组',
  'must be a text': '必须是文本',
  'must be a text and no file': '必须是文本，不能是文件',
  'must be a whole number': '必须是整数',
  'must be a whole number between {least} and {most}': '必须是 {least} 到 {most} 之间的整数',
  'must be a whole number from 1 on': '必须是不小于 1 的整数',
  'must be a whole number from 1 to {most}': '必须是 1 到 {most} 之间的整数',
  'must be a whole number from {least} to {most}': '必须是 {least} 到 {most} 之间的整数',
  'must be a whole number, and not below 0': '必须是不小于 0 的整数',
  'must be an array': '必须是数组',
  'must be an array of objects': '必须是对象数组',
  'must be an array of strings': '必须是字符串数组',
  'must be an object': '必须是对象',
  'must be an object with a url': '必须是带有 url 的对象',
  'must be asc or desc': '必须是 asc 或 desc',
  'must be at most {most} texts here': '此处最多 {most} 段文本',
  'must be auto, none, required or an object': '必须是 auto、none、required 或对象',
  'must be AUTO, ANY, NONE or VALIDATED': '必须是 AUTO、ANY、NONE 或 VALIDATED',
  'must be base64': '必须是 base64',
  'must be float or base64': '必须是 float 或 base64',
  'must be functions here': '此处只能是函数',
  'must be left away for this model': '该模型不支持，请去掉',
  'must be left away here': '此处不支持，请去掉',
  'must be left to this model': '须由该模型自行决定',
  'must be MINIMAL, LOW, MEDIUM or HIGH': '必须是 MINIMAL、LOW、MEDIUM 或 HIGH',
  'must be named plainly': '名称只能使用普通字符',
  'must be none, auto or one tool for this model': '对该模型必须是 none、auto 或一个工具',
  'must be one of {names}': '必须是以下之一：{names}',
  'must be one text for this model': '对该模型必须是单段文本',
  'must be sent as a file of a form': '必须以表单文件的方式上传',
  'must be spelt {right}': '应写作 {right}',
  'must be text': '必须是文本',
  'must be text for this model': '对该模型必须是文本',
  'must be text in UTF-8': '必须是 UTF-8 文本',
  'must be TEXT, IMAGE or AUDIO': '必须是 TEXT、IMAGE 或 AUDIO',
  'must be text, data, a file or the response of a function': '必须是文本、数据、文件或函数的返回结果',
  'must be text, json_object or json_schema': '必须是 text、json_object 或 json_schema',
  'must be text/plain or application/json': '必须是 text/plain 或 application/json',
  'must be text: the model cannot read tokens': '必须是文本：该模型不能读取 Token',
  'must be user or model': '必须是 user 或 model',
  'must be user, assistant, system or developer': '必须是 user、assistant、system 或 developer',
  'must look like 1024x1024': '格式须如 1024x1024',
  'must name a tool': '必须指定一个工具',
  'must not be 0 for this model': '对该模型不能为 0',
  'must not be empty': '不能为空',

  // How members go together
  'cannot stand beside after': '不能与 after 同时使用',
  'must agree in task, title and dimensions': '各项的任务、标题和维度必须一致',
  'must be the endpoint of the batch': '必须与批处理的接口一致',
  'must be the model that the path names': '必须与路径中的模型一致',
  'must be the only member of the body': '请求内容中只能有此字段',
  'must be the same as model': '必须与 model 一致',
  'must be the same for all': '各项必须相同',
  'must be {model} as in the first line': '必须与第一行相同，即 {model}',
  'must not stand beside generateContentRequest': '不能与 generateContentRequest 同时使用',
  'must not stand beside input': '不能与 input 同时使用',
  'must not stand beside requests': '不能与 requests 同时使用',
  'must not stand beside {twin}, which means the same': '不能与含义相同的 {twin} 同时使用',
  'must not stand twice in a form': '在表单中不能重复',
  'must not stand twice in one object': '在同一对象中不能重复',
  'is there twice': '重复出现',

  // What a model or a channel can do
  'audio is not among the answers of the model that was asked for': '所请求的模型不能输出音频',
  'audio must come as data in base64': '音频必须以 base64 数据提供',
  'demands a tool that the model that was asked for does not have': '要求使用所请求的模型没有的工具',
  'does not rank documents': '不支持文档排序',
  'has no embeddings': '不支持嵌入',
  'is kept by another provider than the one that answers': '由另一服务商保存，无法在此使用',
  'is not a model for conversations': '不是对话模型',
  'is not known to this model': '该模型不支持',
  'is not let through: it may change who answers or what it costs': '不允许使用：它可能改变应答方或费用',
  'is not served in this way by its channel': '其渠道不支持这种调用方式',
  'is not supported by the model that was asked for': '所请求的模型不支持',
  'is not supported here': '此处不支持',
  'must contain nothing but text and pictures here': '此处只能包含文本和图片',
  'must contain nothing but text for this model': '对该模型只能包含文本',
  'must contain no files but texts and pictures here': '此处的文件只能是文本和图片',
  'must describe an object for this model': '对该模型必须描述一个对象',
  'must end with the user for this model': '对该模型最后一条消息必须来自用户',
  'must give every {kind} as data for this model': '对该模型，{kind} 必须以数据提供',
  'must hold at most {most} texts here': '此处最多 {most} 段文本',
  'must hold nothing but text': '只能包含文本',
  'must hold text, pictures or files': '必须包含文本、图片或文件',
  'must hold the sound': '必须包含音频数据',
  'must not contain a file of type {type} for this model': '对该模型不能包含 {type} 类型的文件',
  'must not contain audio for this model': '对该模型不能包含音频',
  'must not contain {type} for this model': '对该模型不能包含 {type}',
  'must not hold more than {most} sequences': '最多 {most} 个停止序列',
  'must not include audio here': '此处不能包含音频',
  'must not search the web with this provider': '该服务商不支持联网搜索',
  'must tell files by their address for this model': '对该模型必须以地址提供文件',
  'names a recording that cannot be told to this model': '引用的录音无法提供给该模型',
  'names a tool that the model that was asked for does not have': '指定了所请求的模型没有的工具',
  'pictures must be given as data or by address for this model': '对该模型，图片必须以数据或地址提供',
  'pictures must be given as data for this model': '对该模型，图片必须以数据提供',
  'sounds must be given as data for this model': '对该模型，音频必须以数据提供',
  '{what} must be given as data or by address for this model': '对该模型，{what} 必须以数据或地址提供',
  'video is not understood by the model that was asked for': '所请求的模型不支持视频',
  'would be left out or changed for this model': '对该模型会被忽略或更改',
  '{name} items are not supported here': '此处不支持 {name}',
  '{name} is not known': '{name} 不受支持',
  '{name} is not known here': '{name} 在此处不受支持',
  '{name} is not known to this model': '该模型不支持 {name}',

  // What is kept, named or fetched
  'an address answered with status {status}': '其中的地址返回状态码 {status}',
  'an address in it could not be fetched': '其中的地址无法获取',
  'an address in it is not allowed': '其中的地址不允许访问',
  'answers no tool call before it': '与前面的任何工具调用都不对应',
  'has a picture without its bytes': '包含没有数据的图片',
  'hold a result of a call that is not there: {id}': '包含不存在的调用的结果：{id}',
  'is none of this list': '不在列表中',
  'must not name more than {most} addresses': '最多包含 {most} 个地址',
  'names a file that was given to another provider': '引用的文件属于另一服务商',
  'names an address that the model cannot fetch': '包含该模型无法获取的地址',
  'names no model of the list': '不是列表中的模型',
  'names the model {model}, which is not served here': '指定的模型 {model} 在此不可用',

  // Forms
  'cannot be read': '无法解析',
  'does not begin with its boundary': '未以分隔符开头',
  'ends in the middle of a part': '内容不完整',
  'goes on after its end': '结束之后仍有内容',
  'has a part with a broken head': '有一部分的头部损坏',
  'has a part with too long a head': '有一部分的头部过长',
  'has a part without a name': '有一部分没有名称',
  'has its boundary in the middle of a line': '分隔符不在行首',
  'has no end': '没有结束标记',
  'has too many parts': '部分过多',
  'has {name} twice': '包含重复的 {name}',
  'must come in a form (multipart/form-data)': '必须以表单（multipart/form-data）提交',
  'must not be both a text and a file': '不能既是文本又是文件',
  'must not be encoded for its transfer': '不能使用传输编码',
  'must not hold a form of its own': '不能嵌套表单',
  'must not stand twice in the head of a part': '在一部分的头部中不能重复',
  'names an unusual boundary': '使用了不受支持的分隔符',
  'names no boundary': '缺少分隔符',

  // Batches
  'asks for what has a price of its own, which is not possible in a batch': '包含单独计价的内容，批处理中不支持',
  'has no lines': '没有内容',
  'is no JSON': '不是有效的 JSON',
  'is none whose calls can be handed in as a batch': '不支持批处理',
  'is not possible in a batch': '批处理中不支持',
}

type Pattern = { wanted: RegExp; names: readonly string[]; sentence: string }

const patternOf = ([english, sentence]: [string, string]): Pattern => ({
  wanted: new RegExp(
    `^${english.replaceAll(/[.*+?^$()|[\]\\]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, '(.+)')}$`,
    's',
  ),
  names: [...english.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name),
  sentence,
})

const wordsOf = ([english]: [string, string]): number => english.replaceAll(/\{\w+\}/g, '').length

const patterns = Object.entries(sentences)
  .filter(([english]) => english.includes('{'))
  .sort((one, other) => wordsOf(other) - wordsOf(one))
  .map(patternOf)

/** `messages[0].role: must be a string` as its reader says it; what no dialect of ours says stays as it is. */
export const dialectReason = (language: ServerLanguage, reason: string): string => {
  if (language === 'en') return reason
  // A line of a batch has its own before it.
  const [whole, line, own] = /^line (\d+): (.+)$/s.exec(reason) ?? []
  if (whole !== undefined) return `第 ${line} 行：${dialectReason(language, own ?? '')}`
  for (let place = reason.indexOf(': '); place >= 0; place = reason.indexOf(': ', place + 1)) {
    const told = sentenceOf(reason.slice(place + 2))
    if (told !== undefined) return `${reason.slice(0, place)}：${told}`
  }
  return reason
}

const sentenceOf = (english: string): string | undefined => {
  if (Object.hasOwn(sentences, english)) return sentences[english]
  for (const { wanted, names, sentence } of patterns) {
    const found = wanted.exec(english)
    if (found)
      return names.reduce((text, name, index) => text.replace(`{${name}}`, () => found[index + 1] ?? ''), sentence)
  }
  return undefined
}
