import { plants } from './list.ts'

const surface = (name: string) => `tests/screens/values/${name}.test.tsx`
const [list, page, form, card] = [surface('list'), surface('page'), surface('form'), surface('card')]
/** A value under the label of another, on each surface. */
export const values = [
  ...plants('src/contract/stations/record.ts', [page, form])([
    'latitude and longitude of a station are swapped',
    "latitude: f.optional(f.latitude('Latitudine')),\n  longitude: f.optional(f.longitude('Longitudine')),",
    "latitude: f.optional(f.latitude('Longitudine')),\n  longitude: f.optional(f.longitude('Latitudine')),",
  ]),
  ...plants('src/features/banks/banks.page.tsx', [list, card])([
    'cards and POS of a bank are swapped',
    "'N. carte': { show: (bank) => bank.cards_count,",
    "'N. carte': { show: (bank) => bank.pos_count,",
  ]),
  ...plants(
    'src/features/people/managements/ManagementList.tsx',
    list,
  )([
    '"Ragione sociale" is the manager',
    "show: (one) => one.businessName, sort: 'businessName'",
    "show: (one) => nameOf(one.manager), sort: 'businessName'",
  ]),
  ...plants('src/features/equipment/tanks/TankList.tsx', [list, card])([
    '"Ultima prova" is the next one',
    "'Ultima prova': { show: (row) => day(row.last_test),",
    "'Ultima prova': { show: (row) => day(row.next_test),",
  ]),
  ...plants('src/features/equipment/tabs/FireExtinguishers.tsx', [list, page])([
    'a sheet has the next test under the next overhaul',
    'text: (one) => day(one.next_overhaul)',
    'text: (one) => day(one.next_test)',
  ]),
  ...plants(
    'src/features/people/users/users.page.tsx',
    list,
  )([
    'the hour of the last access is that of Greenwich',
    '(user) => dayTime(user.last_login_at)',
    "(user) => user.last_login_at?.slice(0, 16).replace('T', ' ')",
  ]),
  ...plants(
    'src/features/cards/customers/PortalAccess.tsx',
    page,
  )(['the credentials were sent at the last access', 'dayTime(credentials_sent_at)', 'dayTime(last_access_at)']),
  ...plants(
    'src/features/gpl/RequestShow.tsx',
    page,
  )(['the trainer of a request is its course', 'Docente: one.trainer,', 'Docente: one.course?.title,']),
  ...plants(
    'src/rules/overview/activity-columns.ts',
    list,
  )(['the address of an act is its path', "IP: { text: (row) => row.ip ?? '' }", "IP: { text: (row) => row.path ?? '' }"]),
  ...plants(
    'server/resources/shop/tags.ts',
    list,
  )(['a searched tag counts the articles of their own number', 'array[${table}.id]', 'array[${table.id}]']),
  ...plants(
    'src/crud/record/field-value.tsx',
    page,
  )(['a masked IBAN is cut into pieces', "text.replaceAll(' ', '').replace(", 'text.replace(']),
  ...plants(
    'server/resources/people/cash-receipt.ts',
    'tests/pdf/values.test.ts',
  )([
    '"Gestore" and "Ragione sociale" are swapped',
    "{ label: 'Ragione sociale', value: management.businessName }",
    "{ label: 'Ragione sociale', value: name }",
  ]),
  ...plants(
    'server/resources/gpl/modules.ts',
    'tests/pdf/values.test.ts',
  )(['the first registration is the end of the tank', 'italianDay(one.registration_at)', 'italianDay(one.tank_expiration)']),
  ...plants(
    'server/resources/shop/order-pdfs.ts',
    'tests/pdf/values.test.ts',
  )([
    'price and amount of a row are swapped',
    '{ price: euro(row.price), amount: euro(rowAmount(row)) }',
    '{ price: euro(rowAmount(row)), amount: euro(row.price) }',
  ]),
  ...plants(
    'server/resources/inspections/mail-outcome.ts',
    'tests/api/notifications/mail-values.test.ts',
  )(['the inspector is the station', '`Ispettore: ${row.inspector.name}`', '`Ispettore: ${row.station.name}`']),
  ...plants(
    'src/crud/list/use-selection.ts',
    'tests/unit/crud/selection-model.test.tsx',
  )(['rows of an earlier search are ticked again', 'if (chosen.key !== key) setChosen({ key, ids: NONE, all: false })', '']),
  ...plants(
    'server/resources/tickets/assign.ts',
    'tests/api/tickets/assignees-model.test.ts',
  )([
    'a ticket that lost one of two assignees is open again',
    'if (!left.length && row.status_id === ASSIGNED)',
    'if (row.status_id === ASSIGNED)',
  ]),
]
