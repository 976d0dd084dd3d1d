import type { Chapter } from './element.ts'

export const prices: Chapter = {
  title: 'Editors of prices',
  parts: [
    {
      from: '2 §2.2',
      file: 'web/features/settings/settings-search.ts',
      test: 'e2e/settings-prices.test.ts',
      elements: {
        'view: ratios as text': ["'ratios'", 'Model ratio settings'],
        'view: editor': ["'editor'", "open('/price')"],
        'view: models without a price': ["'unset'", 'view=unset'],
      },
    },
    {
      from: '1 §2, 2 §2.2',
      file: 'web/features/settings/prices/price-filter.tsx',
      test: 'e2e/settings-prices.test.ts',
      elements: {
        'editor: search': ["t('searchModels')", 'Search models'],
      },
    },
    {
      from: '1 §2, 2 §2.2',
      file: 'web/features/settings/prices/price-editor.tsx',
      test: 'e2e/settings-prices.test.ts',
      elements: {
        'editor: add a model': ["t('addModel')", "press('Add model')"],
        'editor: edit': ["t('editModel'", 'press(`Edit $'],
        'editor: delete': ["t('deleteModel'", "press('Delete gpt-4o')"],
      },
    },
    {
      from: '2 §2.2',
      file: 'web/features/settings/prices/apply-prices.tsx',
      test: 'e2e/settings-prices.test.ts',
      elements: {
        'editor: apply the changes': ["t('saveChanges')", "press('Save changes')"],
      },
    },
    {
      from: '1 §3, 2 §2.2, 2 §3.2',
      file: 'web/features/settings/prices/price-columns.tsx',
      test: 'e2e/settings-prices.test.ts',
      elements: {
        'column: model': ["id: 'name'", 'name: /^Completion ratio of/'],
        'column: fixed price': ["id: 'price'", 'Fixed price of both'],
        'column: ratio': ["id: 'ratio'", 'Ratio of gpt-4o'],
        'column: completion ratio': ["id: 'completionRatio'", 'Completion ratio of fresh'],
      },
    },
    {
      from: '2 §2.2',
      file: 'web/features/settings/prices/price-dialog.tsx',
      test: 'e2e/settings-prices.test.ts',
      elements: {
        'mode: per token': ["t('mode.token')", "'Per token'"],
        'mode: per request': ["t('mode.request')", "'Per request'"],
        'entry: ratio': ["t('entry.ratio')", "field('Model ratio')"],
        'entry: token price': ["t('entry.price')", "'Token price'"],
        'entry: input price per million': ["t('fieldInput')", "field('Input price')"],
        'entry: output price per million': ["t('fieldOutput')", "field('Output price')"],
        'the name is locked while a model is edited': ['readOnly={row !== undefined}', 'isEditable()).toBe(false)'],
      },
    },
    {
      from: '2 §2.2',
      file: 'web/features/settings/prices/unset-prices.tsx',
      test: 'web/features/settings/prices/price-editor.test.tsx',
      elements: {
        'models without a price: pages of 10, 20, 50 and 100': ['{...table.pager}', 'by pages of the usual sizes'],
      },
    },
    {
      from: '2 §2.2',
      file: 'web/features/settings/prices/unset-prices.tsx',
      test: 'e2e/settings-prices.test.ts',
      elements: {
        'models without a price: search': ["t('searchModels')", "fill('two')"],
        'models without a price: rows are selected': ['selection={selection}', 'Select row unset-one'],
        'models without a price: set together': ["t('batchSet')", "name: 'Set for selected'"],
      },
    },
    {
      from: '2 §2.2',
      file: 'web/features/settings/prices/unset-prices.tsx',
      test: 'web/features/settings/prices/price-views.test.tsx',
      elements: {
        'models without a price: could not be had': ["t('unsetFailed')", 'Couldn’t load the enabled models'],
      },
    },
    {
      from: '2 §2.2, 2 §4.4',
      file: 'web/features/settings/prices/price-tables.ts',
      test: 'web/features/settings/prices/price-tables.test.ts',
      elements: {
        'models with neither price nor ratio': [
          'export const unsetModels',
          'are the enabled ones with neither price nor ratio',
        ],
        'they leave the list once they have one': [
          'ModelRatio, name))',
          'lose a model as soon as it has a price or a ratio',
        ],
      },
    },
    {
      from: '1 §2',
      file: 'web/features/settings/prices/price-tables.ts',
      test: 'web/features/settings/prices/price-tables.test.ts',
      elements: {
        'saved as ModelPrice, ModelRatio and CompletionRatio': [
          "['ModelPrice', 'ModelRatio', 'CompletionRatio']",
          'can be written and read again',
        ],
      },
    },
    {
      from: '2 §4.5',
      file: 'web/features/settings/prices/price-form.ts',
      test: 'web/features/settings/prices/price-form.test.ts',
      elements: {
        'per request clears the ratios': ["ratio: '', completionRatio: '', input: ''", 'per request clears the ratios'],
        'per token clears the price': ["mode, price: ''", 'per token clears the price'],
      },
    },
    {
      from: '2 §4.5',
      file: 'web/features/settings/prices/price-columns.tsx',
      test: 'e2e/settings-prices.test.ts',
      elements: {
        'a fixed price locks the ratios': ['disabled={row.price !== undefined}', "cell('Ratio of fresh').isDisabled()"],
      },
    },
    {
      from: '2 §5.1',
      file: 'web/features/settings/prices/price-cell.tsx',
      test: 'web/features/settings/prices/price-views.test.tsx',
      elements: {
        'a cell is a number': ['<CellFault id={id} text={t(fault)} />', 'Enter a number'],
        'without a price a cell may be empty': ["text.trim() === '' && clearable", "toHaveProperty('value', '')"],
      },
    },
    {
      from: '2 §5.1',
      file: 'web/features/settings/prices/amount-text.ts',
      test: 'web/features/settings/prices/price-views.test.tsx',
      elements: {
        'a fixed price is not 0': ["fault: 'priceZero'", 'The fixed price cannot be 0'],
      },
    },
    {
      from: '2 §5.1',
      file: 'web/features/settings/prices/price-form.ts',
      test: 'web/features/settings/prices/price-views.test.tsx',
      elements: {
        'a name is needed': ["return 'modelNameRequired'", 'Enter the model name'],
        'a name stands once': ["return 'modelNameTaken'", 'A model of this name is already in the list'],
      },
    },
    {
      from: '2 §5.1',
      file: 'web/features/settings/prices/batch-form.ts',
      test: 'web/features/settings/prices/price-views.test.tsx',
      elements: {
        'both ratios are needed': ["'batchBothMissing'", 'Enter the model ratio and the completion ratio'],
        'both are numbers': ["'batchInvalid'", 'Enter valid numbers'],
        'a value is needed': ["'batchValueMissing'", 'Enter a value'],
      },
    },
    {
      from: '2 §5.1',
      file: 'web/features/settings/prices/unset-prices.tsx',
      test: 'web/features/settings/prices/price-views.test.tsx',
      elements: {
        'models are selected first': ["t('batchSelect')", 'Select models first'],
      },
    },
  ],
}
