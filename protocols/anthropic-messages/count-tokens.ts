/** The answer to a request to count tokens, for channels that cannot count themselves. */
export const writeTokenCount = (inputTokens: number): Buffer =>
  Buffer.from(JSON.stringify({ input_tokens: inputTokens }))
