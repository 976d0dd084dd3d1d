import type { Chapter } from './element.ts'

export const channelTypes: Chapter = {
  title: 'Types of channels',
  parts: [
    {
      from: '1 §3',
      file: 'providers/openai.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '1 OpenAI': ['type: 1,', "[1, 'OpenAI']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/task-proxies.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '2 Midjourney Proxy': ['type: 2,', "[2, 'Midjourney Proxy']"],
        '5 Midjourney Proxy Plus': ['type: 5,', "[5, 'Midjourney Proxy Plus']"],
        '36 Suno': ['type: 36,', "[36, 'Suno']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/siliconflow.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '40 SiliconCloud': ['type: 40,', "[40, 'SiliconCloud']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/azure.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '3 Azure': ['type: 3,', "[3, 'Azure']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/ollama.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '4 Ollama': ['type: 4,', "[4, 'Ollama']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/compatible.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '8 Custom': ['type: 8,', "[8, 'Custom']"],
        '19 360': ['type: 19,', "[19, '360']"],
        '22 FastGPT': ['type: 22,', "[22, 'FastGPT']"],
        '31 Lingyi': ['type: 31,', "[31, 'Lingyi']"],
        '38 Jina': ['type: 38,', "[38, 'Jina']"],
        '44 M3E': ['type: 44,', "[44, 'M3E']"],
        '47 Xinference': ['type: 47,', "[47, 'Xinference']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/palm.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '11 PaLM': ['type: 11,', "[11, 'PaLM']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/anthropic.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '14 Claude': ['type: 14,', "[14, 'Claude']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/baidu.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '15 Wenxin': ['type: 15,', "[15, 'Wenxin']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/zhipu-v3.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '16 Zhipu': ['type: 16,', "[16, 'Zhipu']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/dashscope.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '17 Qwen': ['type: 17,', "[17, 'Qwen']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/xunfei.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '18 Spark': ['type: 18,', "[18, 'Spark']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/openrouter.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '20 OpenRouter': ['type: 20,', "[20, 'OpenRouter']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/knowledge-library.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '21 knowledge': ['type: 21,', "[21, 'knowledge']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/hunyuan.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '23 Hunyuan': ['type: 23,', "[23, 'Hunyuan']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/gemini.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '24 Gemini': ['type: 24,', "[24, 'Gemini']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/moonshot.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '25 Moonshot': ['type: 25,', "[25, 'Moonshot']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/zhipu.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '26 Zhipu': ['type: 26,', "[26, 'Zhipu']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/bedrock.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '33 AWS': ['type: 33,', "[33, 'AWS']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/cohere.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '34 Cohere': ['type: 34,', "[34, 'Cohere']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/minimax.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '35 MiniMax': ['type: 35,', "[35, 'MiniMax']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/dify.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '37 Dify': ['type: 37,', "[37, 'Dify']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/cloudflare.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '39 Cloudflare': ['type: 39,', "[39, 'Cloudflare']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/vertex.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '41 Vertex': ['type: 41,', "[41, 'Vertex']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/mistral.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '42 Mistral': ['type: 42,', "[42, 'Mistral']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/deepseek.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '43 DeepSeek': ['type: 43,', "[43, 'DeepSeek']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/volcengine.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '45 Volcengine': ['type: 45,', "[45, 'Volcengine']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/qianfan.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '46 Baidu': ['type: 46,', "[46, 'Baidu']"],
      },
    },
    {
      from: '1 §3',
      file: 'providers/xai.ts',
      test: 'providers/known-types.test.ts',
      elements: {
        '48 xAI': ['type: 48,', "[48, 'xAI']"],
      },
    },
  ],
}
