import type { Chapter } from './element.ts'

export const channelForm: Chapter = {
  title: 'Channels: the form',
  parts: [
    {
      from: '2 §2.3',
      file: 'web/features/channels/form/key-field.tsx',
      test: 'web/features/channels/form/channel-drawer.test.tsx',
      elements: {
        'a list of keys by itself, switched off again': [
          'isKeyList(event.target.value',
          'takes a typed comma for a list of keys',
        ],
      },
    },
    {
      from: '2 §2.3, 2 §9',
      file: 'web/features/channels/form/channel-keys.ts',
      test: 'web/features/channels/form/channel-keys.test.ts',
      elements: {
        'a comma or a line break makes a list': ['/[,\\n]/', 'takes a text with a comma or a line break inside'],
        'no list of a document, as of type 41': ['!isDocument &&', 'never takes a document for a list'],
      },
    },
    {
      from: '2 §4.1',
      file: 'web/features/channels/form/channel-form.ts',
      test: 'web/features/channels/form/channel-form.test.ts',
      elements: {
        'a new channel: type 1, auto_ban 1, the usual group, priority and weight 0': [
          'column.initial',
          'begins with type 1, disabled by itself',
        ],
      },
    },
    {
      from: '2 §3.3',
      file: 'web/features/channels/form/provider-field.tsx',
      test: 'e2e/channels.test.ts',
      elements: {
        'field: type': ['<ProviderGrid', "openForm('Google Vertex AI')"],
      },
    },
    {
      from: '2 §3.3',
      file: 'contract/channel-fields.ts',
      test: 'web/features/channels/form/channel-form.test.ts',
      elements: {
        'field: name': ['name: {', 'name: Enter a name'],
        'field: base_url': ['base_url: {', 'base_url: The address must begin'],
        'field: other': ['other: {', "other: 'us-east1'"],
        'field: models': ['models: {', 'models: Select'],
        'field: group': ['group: {', "group: 'default'"],
        'field: model_mapping': ['model_mapping: {', "model_mapping: '{'"],
        'field: status_code_mapping': ['status_code_mapping: {', 'status_code_mapping: \'{"429"'],
        'field: priority': ['priority: {', 'priority: Priority must'],
        'field: weight': ['weight: {', 'weight: Weight must'],
        'field: setting': ['setting: {', "setting: '{"],
        'field: param_override': ['param_override: {', "param_override: 'x'"],
        'field: max_input_tokens': ['max_input_tokens: {', 'max_input_tokens: 1.5'],
        'field: auto_ban': ['auto_ban: {', 'auto_ban: 1'],
      },
    },
    {
      from: '2 §3.3',
      file: 'contract/channel-fields.ts',
      test: 'server/api/channel-fields.test.ts',
      elements: {
        'field: test_model': ['test_model: {', 'leaves all others as they were when it is changed: $name'],
        'field: model_prefix': ['model_prefix: {', 'leaves all others as they were when it is changed: $name'],
        'field: openai_organization': [
          'openai_organization: {',
          'leaves all others as they were when it is changed: $name',
        ],
        'field: tag': ['tag: {', 'leaves all others as they were when it is changed by a tag'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/form/column-entry.ts',
      test: 'web/features/channels/form/channel-form.test.ts',
      elements: {
        'a name is needed': ["'nameMissing'", 'name: Enter a name'],
        'a model is needed': ["'modelsMissing'", 'models: Select at least one model'],
        'other is JSON where it begins like it': ['mixedFault(', 'other: The additional parameter begins like JSON'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/form/channel-json.ts',
      test: 'web/features/channels/form/channel-drawer.test.tsx',
      elements: {
        'model_mapping, setting and param_override are JSON': ['jsonFault', 'names what is no JSON, and where'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/form/channel-values.ts',
      test: 'web/features/channels/form/channel-form.test.ts',
      elements: {
        'a slash at the end of base_url is taken off': ["replace(/\\/+$/, '')", 'https://example.com/base//'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/form/channel-form.ts',
      test: 'web/features/channels/form/channel-form.test.ts',
      elements: {
        'other has what its provider takes usually': ['provider?.other_default', 'fills in what the provider takes'],
        'an address that ends with /v1': ["endsWith('/v1')", 'knows an address that ends with the version'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/form/channel-drawer.tsx',
      test: 'web/features/channels/form/channel-drawer.test.tsx',
      elements: {
        'it is asked about': ["t('addressVersionTitle')", 'The address ends with /v1'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/features/channels/form/models-field.tsx',
      test: 'web/features/channels/form/channel-drawer.test.tsx',
      elements: {
        'models of the upstream need a key': ["t('keyMissing')", 'Enter a key'],
        'models that are there already are told': ["t('modelsRepeated'", 'leaves out models that are there already'],
      },
    },
    {
      from: '2 §5.4',
      file: 'web/ui/multi-combobox.tsx',
      test: 'web/ui/multi-combobox.test.tsx',
      elements: {
        'names are parted at commas and white space': [
          'splitNames',
          'Names are separated by commas, white space and line breaks',
        ],
      },
    },
    {
      from: '2 §7.3',
      file: 'web/features/channels/runs/channel-task.ts',
      test: 'web/features/channels/form/channel-drawer.test.tsx',
      elements: {
        created: ['channels.create', 'fills in the models of the provider and creates the channel'],
        'changed by what differs': ['edit.changes(values)', "toEqual([{ id: 3, models: 'one,two,three' }])"],
        'copied without its id': ['edit.body(values)', "not.toHaveProperty('id')"],
        'models are asked for before it is saved': [
          'channelUpkeep.fetchNewModels',
          'fetches the models of the upstream',
        ],
      },
    },
    {
      from: '2 §7.3',
      file: 'web/features/channels/runs/channel-task.ts',
      test: 'server/api/channel-upkeep.test.ts',
      elements: {
        'models are asked for of a saved one': ['channelUpkeep.fetchModels', 'of a channel is asked of its upstream'],
      },
    },
  ],
}
