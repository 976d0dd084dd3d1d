import { createMemberNames } from '../known-names.ts'
import { snakeCase } from './fields.ts'

export const words = `
  model contents content parts text role inlineData mimeType displayName data fileData fileUri functionCall
  functionResponse name id systemInstruction tools functionDeclarations description googleSearch googleSearchRetrieval
  googleMaps codeExecution urlContext fileSearch fileSearchStoreNames toolConfig functionCallingConfig mode
  allowedFunctionNames generationConfig maxOutputTokens candidateCount temperature topP topK seed stopSequences
  responseMimeType responseModalities thinkingConfig thinkingBudget includeThoughts thinkingLevel speechConfig
  voiceConfig imageConfig mediaResolution audioTimestamp safetySettings category threshold cachedContent
  generateContentRequest requests taskType title outputDimensionality embedContentConfig autoTruncate executableCode code
  language codeExecutionResult outcome output thought thoughtSignature videoMetadata presencePenalty frequencyPenalty
  responseLogprobs logprobs serviceTier store stream type enterpriseWebSearch toolCall toolResponse
`

export const freeWords = `
  parameters parametersJsonSchema response responseJsonSchema _responseJsonSchema responseSchema args partialArgs labels
`

export const memberNames = createMemberNames(words, freeWords, snakeCase)
