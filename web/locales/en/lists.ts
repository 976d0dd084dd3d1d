/** Words of lists and record pages, whatever they list. */
export const messages = {
  failedOf: { one: '{count} of {total} could not be done', other: '{count} of {total} could not be done' },
  failedMore: { one: 'and {count} more', other: 'and {count} more' },
  noneFitting: 'None of these rows needs that',
  // Selection
  pageSelected: { one: '{count} selected', other: '{count} selected' },
  selectMatching: { one: 'Select the one that matches', other: 'Select all {count} that match' },
  // Peek
  openPage: 'Open page',
  previousRow: 'Previous row',
  nextRow: 'Next row',
  peekKeys: 'J and K go to the next and the previous row',
  selectKey: 'Select row',
  lookKey: 'Look into the row',
  // Followed
  live: 'Live',
  newRows: { one: '{count} new row', other: '{count} new rows' },
  // Filters
  moreFilters: 'More filters',
  moreFiltersSet: { one: 'More filters ({count})', other: 'More filters ({count})' },
  'range.today': 'Today',
  'range.hour': 'Last hour',
  'range.day': 'Last 24 hours',
  'range.week': 'Last 7 days',
  'range.month': 'Last 30 days',
  // Views
  views: 'Views',
  saveView: 'Save this view…',
  saveViewTitle: 'Save view',
  viewName: 'Name',
  viewNameTaken: 'A view of this name is replaced',
  viewSaved: 'View “{name}” saved',
  deleteViews: 'Delete views…',
  deleteView: 'Delete view {name}',
  noViews: 'No views are saved',
  viewParts: {
    one: 'One part of the view “{name}” is no longer there and was left out: {parts}',
    other: '{count} parts of the view “{name}” are no longer there and were left out: {parts}',
  },
  density: 'Height of rows',
  dense: 'Low',
  roomy: 'High',
  // Record pages
  recordGone: 'This record does not exist',
  recordGoneHint: 'It may have been deleted.',
  backToList: 'Back to the list',
} as const
