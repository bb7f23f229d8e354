import { plants } from './list.ts'

const screens = (name: string) => `tests/screens/app/${name}.test.tsx`
/** The frame, lists, forms and formats that all areas use. */
export const shared = [
  ...plants('src/lib/format.ts', 'tests/unit/format.test.ts')(
    [
      'hours are those of Greenwich',
      "const timeFormat = new Intl.DateTimeFormat('it-IT', { ...zone,",
      "const timeFormat = new Intl.DateTimeFormat('it-IT', { timeZone: 'UTC',",
    ],
    [
      'days are those of Greenwich',
      "const dayFormat = new Intl.DateTimeFormat('it-IT', { ...zone,",
      "const dayFormat = new Intl.DateTimeFormat('it-IT', { timeZone: 'UTC',",
    ],
    ['today is that of Greenwich', "new Intl.DateTimeFormat('sv-SE', zone)", "new Intl.DateTimeFormat('sv-SE', { timeZone: 'UTC' })"],
    ['two days are called 48 hours', 'if (minutes < 48 * 60)', 'if (minutes <= 48 * 60)'],
  ),
  ...plants('src/rules/shared/italian.ts', ['tests/unit/italian-date.test.ts', 'tests/api/core/days-at-the-border.test.ts'])(
    ['a month after 31 January is in March', 'first.setUTCDate(Math.min(date, last))', 'first.setUTCDate(date)'],
    ['30 February exists', ' && rolled.getUTCDate() === date', ''],
  ),
  ...plants('src/crud/record/FileUpload.tsx', ['tests/unit/file-input.test.tsx', screens('files')])(
    [
      'a choice of no new files empties what was chosen',
      'if (all.length !== chosen.length || all.some((file, at) => file !== chosen[at])) choose(all)',
      'choose(files)',
    ],
    ['the × takes the first file away', 'choose(chosen.filter((_, other) => other !== at))', 'choose(chosen.slice(1))'],
    ['the same files sent again are stored twice', "headers: { 'idempotency-key': key.current },", ''],
  ),
  ...plants('src/crud/record/add-files.ts', ['tests/unit/files-in-turns.test.ts', 'tests/unit/file-input.test.tsx'])(
    ['a second choice of files replaces the first', '[...chosen, ...fitting]', 'fitting'],
    ['a file that is too large is sent', 'size <= max)', 'size <= max * 10)'],
    ['a file too many is sent', 'return all.slice(0, most)', 'return all'],
    ['nothing says that a file was left out', 'if (all.length > most) notify', 'if (all.length > most * 2) notify'],
  ),
  ...plants('src/app/NoticeList.tsx', screens('notices'))(
    ['opening one notice marks all as read', 'onRead={() => mutate({ ids: [one.id] })}', 'onRead={() => mutate({})}'],
    ['opening a notice leaves it unread', 'if (!read_at) onRead()', ''],
    ['a notice leads nowhere', 'void navigate({ href: link })', ''],
    ['"Segna come lette" does nothing', 'onClick={() => mutate({})}', 'onClick={() => {}}'],
  ),
  ...plants('src/lib/query.ts', [screens('form'), screens('plain')])(
    [
      'a list stays old after saving',
      'const stale = [endpoint.resource, ...(endpoint.touches ?? [])]',
      'const stale = [...(endpoint.touches ?? [])]',
    ],
    ['nothing says that it was saved', 'if (endpoint.ok) notify.success(endpoint.ok)', ''],
  ),
  ...plants('src/crud/list/period.tsx', [screens('filters'), 'tests/api/core/days-at-the-border.test.ts'])(
    ['"Questo mese" ends a day early', '-01`, -1)', '-01`, -2)'],
    ['"Quest’anno" ends in November', '`${now.slice(0, 4)}-12-31`', '`${now.slice(0, 4)}-11-30`'],
  ),
  ...plants(
    'src/crud/list/use-selection.ts',
    screens('bulk'),
  )(['Shift ticks one row too few', 'Math.max(from, to) + 1', 'Math.max(from, to)']),
  ...plants(
    'src/features/overview/dashboard/Charts.tsx',
    'tests/screens/overview/dashboard.test.tsx',
  )([
    'the share of tickets in time is that of the late ones',
    'Math.round((in_time / closed) * 100)',
    'Math.round(((closed - in_time) / closed) * 100)',
  ]),
  ...plants('src/features/overview/dashboard/WorkCounters.tsx', [
    'tests/screens/overview/dashboard-counts.test.tsx',
    'tests/screens/overview/dashboard.test.tsx',
  ])(
    ['late deadlines are all open ones', "{...listed(expirations, { due: ['late'] })}", '{...listed(expirations, {})}'],
    ['the figure of verifiche is that of all time', 'listed(inspections, done)', 'listed(inspections, { status: done.status })'],
  ),
  ...plants('server/resources/overview/history.ts', 'tests/api/overview/history.test.ts')(
    ['a change later than this one is not told', 'gt(past.id, id)', 'gt(past.id, id + 1_000_000)'],
    [
      'whoever only reads a station brings back the values of its equipment',
      'if (record.mayChange && !(await record.mayChange(current, context))) throw problem.forbidden()',
      '',
    ],
  ),
  ...plants('server/resources/notifications/notify.ts', [
    'tests/api/notifications/who-is-told.test.ts',
    'tests/api/notifications/notify.test.ts',
  ])(
    ['a mail goes to its own author', "addresses.delete((await addressOf(notice.by, db)) ?? '')", ''],
    ['who did it is told', 'id === notice.by || ', ''],
    ['who may not read it is told', ' || !(await notice.mayRead({ ...stored, session_id: 0 }))', ''],
    ['an address that is also a person’s gets two mails', 'if (wants.mail) addresses.delete(email.toLowerCase())', ''],
  ),
  ...plants(
    'src/ui/use-parsed-text.ts',
    'tests/unit/fields.test.tsx',
  )(['a filter of dates cannot be typed in', ' || (!typed.taken && Object.is(typed.before, current))', '']),
  ...plants(
    'src/ui/DateField.tsx',
    'tests/unit/fields.test.tsx',
  )(['what is no date goes when the field is left', 'if (day !== null) field.settle()', 'field.settle()']),
  ...plants('src/crud/list/BulkBar.tsx', 'tests/unit/crud/bulk.test.tsx')(
    ['all of a long list are told as the ten thousand that were counted', 'const found = more ? ', 'const found = !total ? '],
    ['a preview that failed says nothing', 'catch(() => ({ text: NOT_FORESEEN }))', "catch(() => ({ text: '' }))"],
  ),
  ...plants(
    'src/app/CodeFound.tsx',
    'tests/screens/app/codes.test.tsx',
  )(['the check of a voucher that is closed is open again', 'params: { code: undefined }', 'params: {}']),
  ...plants(
    'src/features/overview/dashboard/dashboard.page.tsx',
    'tests/screens/overview/dashboard.test.tsx',
  )(['beside figures there is said to be nothing', "['insp', 'eco.order',", "['insp',"]),
]
