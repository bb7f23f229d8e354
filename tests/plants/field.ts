import { plants } from './list.ts'

export const expirations = [
  ...plants('src/rules/expirations/due-dates.ts', [
    'tests/api/core/days-at-the-border.test.ts',
    'tests/screens/expirations/expirations.test.tsx',
  ])(
    ['"Scaduta" a day early', 'if (date < today)', 'if (date <= today)'],
    ['near is a day less', 'date <= addDays(today, SOON_DAYS)', 'date < addDays(today, SOON_DAYS)'],
    ['the next one counts from the wrong day', 'keep ? date : done', 'keep ? done : date'],
  ),
  ...plants('src/features/expirations/DueChip.tsx', [
    'tests/api/core/days-at-the-border.test.ts',
    'tests/screens/equipment/equipment.test.tsx',
  ])(
    ['a date is past on its day', 'if (left < 0)', 'if (left <= 0)'],
    ['tomorrow is today', 'left === 0 ?', 'left <= 1 ?'],
    ['a far date is called near', 'left > SOON_DAYS', 'left > SOON_DAYS + 1'],
  ),
  ...plants('server/resources/expirations/expirations.ts', 'tests/api/expirations/expirations.test.ts')(
    [
      'the next expiration has no notice days',
      'subject_field, notify_days, emails },\n          ...{ notification',
      'subject_field, emails },\n          ...{ notification',
    ],
    ['the next expiration tells no group', 'notification_group_id: before.notification_group_id, ', ''],
    ['it may be done tomorrow', 'done_at > dayInRome(now)', 'false'],
    [
      'what was done long ago can be reopened',
      'before.closed_at < new Date(now.getTime() - REOPEN_DAYS * 86_400_000).toISOString()',
      'false',
    ],
  ),
  ...plants('server/resources/expirations/late-notices.ts', [
    'tests/api/expirations/expirations.test.ts',
    'tests/api/notifications/notify-reach.test.ts',
  ])(['what is due today is told as late', 'const late = row.date < today', 'const late = row.date <= today']),
  ...plants(
    'server/domain/shared/days.ts',
    'tests/api/expirations/expirations.test.ts',
  )(['the days told are one too many', '(utc(to) - utc(from)) / DAY_MS', '(utc(to) - utc(from)) / DAY_MS + 1']),
  ...plants('server/resources/people/obligation-notices.ts', 'tests/api/people/obligations.test.ts')(
    ['obligations that do not apply are told', 'eq(table.applicable, true), ', ''],
    ['a manager is not told on the day', 'const REMINDER_DAYS = [30, 7, 0]', 'const REMINDER_DAYS = [30, 7]'],
  ),
  ...plants('src/features/expirations/CompleteDialog.tsx', 'tests/screens/expirations/expirations.test.tsx')(
    ['a second choice of files replaces the first', 'setFiles(addFiles(files, more))', 'setFiles(addFiles([], more))'],
    ['the × takes the first file away', 'setFiles(files.filter((_, other) => other !== at))', 'setFiles(files.slice(1))'],
  ),
  ...plants('src/features/expirations/ExpirationShow.tsx', 'tests/screens/expirations/expirations.test.tsx')(
    ['"Completa" cancels', "ask('complete', one)", "ask('cancel', one)"],
    ['done on and closed on are swapped', "'Completata il': day(one.done_at)", "'Completata il': day(one.date)"],
  ),
  ...plants(
    'src/features/expirations/ExpirationList.tsx',
    'tests/screens/expirations/expirations.test.tsx',
  )(['"In scadenza entro" filters nothing', 'list.onSearch({ due })', 'list.onSearch({ due: undefined })']),
]
export const equipment = [
  ...plants('src/features/equipment/tanks/StationTanks.tsx', ['tests/screens/equipment/tanks.test.tsx'])(
    [
      '"Ultima prova" shows the next one',
      "Ultima prova: {tank.last_test ? day(tank.last_test) : 'non nota'}",
      "Ultima prova: {tank.next_test ? day(tank.next_test) : 'non nota'}",
    ],
    ['the cost is lost', "onChange={set('cost')}", 'onChange={() => {}}'],
    ['the next intervention is its date', "onChange={set('next_date')}", "onChange={set('date')}"],
    ['the outcome is lost', "set('outcome')(event.currentTarget.value)", 'undefined'],
  ),
  ...plants(
    'src/features/equipment/tanks/TankList.tsx',
    'tests/screens/equipment/tanks.test.tsx',
  )(['"Ultima prova" of the list shows the next one', 'day(row.last_test)', 'day(row.next_test)']),
  ...plants('src/rules/equipment/tank-tests.ts', ['tests/api/equipment/tanks.test.ts', 'tests/api/core/days-at-the-border.test.ts'])(
    ['a tank of thirty years is tested each year', 'age > 30', 'age >= 30'],
    ['a tank of fifteen years needs no test', 'age! >= 15', 'age! > 15'],
    ['a relined tank is tested at once', 'next < first ? first : next', 'next'],
  ),
  ...plants(
    'src/features/equipment/tabs/Dispensers.tsx',
    'tests/screens/equipment/equipment.test.tsx',
  )([
    'the next check is the last of all',
    'a.next_metric_check! < b.next_metric_check! ? -1 : 1',
    'a.next_metric_check! > b.next_metric_check! ? -1 : 1',
  ]),
]
export const inspections = [
  ...plants(
    'server/domain/inspections/verbale.ts',
    'tests/pdf/verbale.test.ts',
  )(['"Gestore" and "Ragione sociale" are swapped', "['Ragione sociale', station.businessName],", "['Ragione sociale', station.manager],"]),
  ...plants('src/features/inspections/edits.ts', ['tests/unit/inspections', 'tests/screens/inspections/compile.test.tsx'])([
    'photos are out of order',
    '.slice(0, at),',
    '.slice(0, 0),',
  ]),
  ...plants('src/features/inspections/models/edit-sections.ts', 'tests/screens/inspections/edit-sections.test.ts')(
    ['a moved section goes one too far', 'Math.max(0, to)', 'Math.max(0, to) + 1'],
    ['a copy stands before its original', 'insertSection(sections, at + 1, {', 'insertSection(sections, at, {'],
  ),
  ...plants('src/features/inspections/nearest-stations.ts', ['tests/unit/inspections'])([
    'the nearest is the farthest',
    'a.km - b.km',
    'b.km - a.km',
  ]),
  ...plants('src/rules/inspections/validate-answer.ts', ['tests/unit/inspections'])([
    'a bound of today is yesterday',
    'addDays(today, Number(bound.slice(5) || 0))',
    'addDays(today, Number(bound.slice(5) || 0) - 1)',
  ]),
  ...plants('src/rules/inspections/score.ts', ['tests/unit/inspections'])([
    'stars begin at nought',
    'Math.min(q.max, Math.max(1, Number(value)))',
    'Math.min(q.max, Math.max(0, Number(value)))',
  ]),
]
export const stations = [
  ...plants('src/rules/stations/station-checks.ts', ['tests/api/stations/record.test.ts', 'tests/screens/stations/page.test.tsx'])([
    'latitude alone is accepted',
    'isNull(latitude) === isNull(longitude) ? undefined',
    'true ? undefined',
  ]),
  ...plants(
    'src/features/stations/StationAccess.tsx',
    'tests/screens/stations/access.test.tsx',
  )([
    'all people are shown where only some were asked',
    '(all ? people : people.slice(0, FIRST))',
    '(all ? people.slice(0, FIRST) : people)',
  ]),
  ...plants('src/rules/stations/open-now.ts', 'tests/unit/open-now.test.ts')(
    ['a minute is a second', 'Number(time.slice(3))) * MINUTE_MS', 'Number(time.slice(3))) * 1_000'],
    ['midnight belongs to the day after', 'midnight ? at - 1 : at', 'at'],
  ),
  ...plants(
    'src/features/stations/prepared-stations.ts',
    'tests/screens/stations/directory.test.tsx',
  )(['kept stations run backwards', "a.name.localeCompare(b.name, 'it')", "b.name.localeCompare(a.name, 'it')"]),
]
