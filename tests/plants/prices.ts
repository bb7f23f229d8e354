import { plants } from './list.ts'

const draft = ['tests/unit/prices.test.ts', 'tests/unit/price-drafts.test.ts']
export const prices = [
  ...plants('src/features/prices/price-draft.ts', draft)(
    [
      'an undo brings back one cell of a pasted block',
      'change(Object.fromEntries(keys.map((key) =>',
      'change(Object.fromEntries(keys.slice(0, 1).map((key) =>',
    ],
    ['a restored price is not published again', 'one && { ...one, id: crypto.randomUUID() }', 'one'],
    ['a change that follows a publication cannot be undone alone', 'if (step) undoStack.push(cells.get())', 'undoStack.push(cells.get())'],
    [
      'a removed cell stays',
      '.filter((entry): entry is [string, DraftPrice] => !!entry[1])',
      '.map(([key, one]) => [key, one ?? cells.get()[key]] as [string, DraftPrice])',
    ],
  ),
  ...plants('src/features/prices/publication.ts', draft)(
    [
      'a retry drops the last failure',
      "isRetried(one) ? { ...one, state: 'waiting' } : one)))",
      "isRetried(one) ? { ...one, state: 'waiting' } : one)).slice(0, -1))",
    ],
    [
      'a retry sends again what has arrived',
      "isRetried(one) ? { ...one, state: 'waiting' }",
      "one.state !== 'sending' ? { ...one, state: 'waiting' }",
    ],
    ['a refused publication is repeated under its old key', '...(refused && { key: crypto.randomUUID() }) })', '})'],
    ['a published price stays a draft', 'cells(() => undefined)', ''],
    [
      'a price changed while it was sent is lost',
      'return one?.price === price ? [[key, change(one)]] : []',
      'return one ? [[key, change(one)]] : []',
    ],
  ),
  ...plants('src/features/prices/VariationDialog.tsx', 'tests/screens/prices/station-prices.test.tsx')(
    [
      'a variation ignores the filters of the list',
      'const asked = { ...filters, ...(at && { at }) }',
      'const asked = { ...(at && { at }) }',
    ],
    ['the moment of a variation is left out', '...(at && { valid_from: at }),', ''],
    ['a station taken out is repriced too', 'stations: going.map(', 'stations: going.slice(0, 1).map('],
    ['a double press starts two variations', 'if (begun.current) return', ''],
  ),
  ...plants('src/rules/prices/communication.ts', ['tests/unit/prices.test.ts', 'tests/api/core/days-at-the-border.test.ts'])(
    [
      'the duty of eight days ends a day early',
      'addDays(dayIn(changed), COMMUNICATION_DAYS)',
      'addDays(dayIn(changed), COMMUNICATION_DAYS - 1)',
    ],
    [
      'days are counted in hours',
      'Math.round((Date.parse(dayIn(to)) - Date.parse(dayIn(from))) / 86_400_000)',
      'Math.floor((Date.parse(to) - Date.parse(from)) / 86_400_000)',
    ],
    ['yesterday is called two days ago', "days === 1 ? 'ieri'", "days === 2 ? 'ieri'"],
  ),
  ...plants('src/rules/prices/series.ts', 'tests/unit/price-series.test.ts')(
    [
      'the price in force is the first one',
      'series.findLast(({ valid_from }) => valid_from <= at)',
      'series.find(({ valid_from }) => valid_from <= at)',
    ],
    ['a price begins a moment late', 'valid_from <= at)', 'valid_from < at)'],
  ),
  ...plants('server/domain/prices/pdf-data.ts', ['tests/pdf/price-network.test.ts', 'tests/api/prices/pdfs.test.ts'])(
    ['the newest price is the first', '.sort()\n    .at(-1)!', '.sort()\n    .at(0)!'],
    [
      'the sign says the other mode',
      "code === 'GP' || code === 'ME' ? 'serve' : 'self'",
      "code === 'GP' || code === 'ME' ? 'self' : 'serve'",
    ],
    ['a lower price is printed as a higher one', "`${change < 0 ? '−' : '+'}", "`${change > 0 ? '−' : '+'}"],
  ),
  ...plants(
    'src/features/prices/VariationProgress.tsx',
    'tests/screens/prices/station-prices.test.tsx',
  )(['"Riprova" does nothing', 'onClick={() => retry.mutate({ id: job })}', 'onClick={() => {}}']),
]
